"""Tests of the network, the batches and the graphs; they need the base models of the wheel `rapidocr`, no data and no fonts."""

from __future__ import annotations

import random
import tempfile
import unittest
from pathlib import Path

import degrade
import numpy as np
import onnx
import torch
from alphabet import Alphabet
from base_models import base_model_path, read_base_classes
from batches import group_by_width, make_batch
from export import finish_graph, open_session, shipped_classes
from fonts import HELD_OUT, SAMPLES, FontFace
from quantize import fold_graph, halve_weights, keep_classes, pointwise_convolutions, quantize_recognizer
from recognizer import read_recognizer, write_recognizer
from render_lines import SCRIPT_NAMES, SHARES, UNKNOWN, RenderedLine, steps_needed, write_shard
from render_pages import box_score, find_boxes
from speed import find_best_classes
from train import create_student, shared_classes

BASE = base_model_path("recognition")


def lines_of_noise(count: int, width: int = 160, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 0.5, (count, 3, 48, width)).astype(np.float32)


class RecognizerTest(unittest.TestCase):
    def test_network_equals_the_graph(self) -> None:
        images = lines_of_noise(2)
        expected = open_session(BASE).run(None, {"x": images})[0]
        with torch.no_grad():
            found = read_recognizer(BASE).eval()(torch.from_numpy(images)).softmax(-1).numpy()
        self.assertLess(np.abs(expected - found).max(), 1e-4)
        np.testing.assert_array_equal(expected.argmax(-1), found.argmax(-1))

    def test_written_weights_are_read_back(self) -> None:
        alphabet = Alphabet.read()
        student = create_student(alphabet).eval()
        images = lines_of_noise(1)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "student.onnx"
            write_recognizer(student, BASE, path)
            found = open_session(path).run(None, {"x": images})[0]
        with torch.no_grad():
            expected = student(torch.from_numpy(images)).softmax(-1).numpy()
        self.assertEqual(found.shape, (1, 20, alphabet.count))
        self.assertLess(np.abs(expected - found).max(), 1e-4)

    def test_student_starts_with_the_rows_of_the_base(self) -> None:
        alphabet = Alphabet.read()
        own, theirs = shared_classes(alphabet)
        self.assertGreater(len(own), 450)
        student, base = create_student(alphabet), read_recognizer(BASE)
        torch.testing.assert_close(student.output.weight[own], base.output.weight[theirs])


class GraphTest(unittest.TestCase):
    def test_pruned_output_layer_keeps_the_order_of_the_remaining_classes(self) -> None:
        classes = read_base_classes(onnx.load(BASE))
        kept = shipped_classes(classes)
        self.assertEqual(classes[kept[0]], "")
        self.assertEqual(classes[kept[-1]], " ")
        images = lines_of_noise(1, 64)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pruned.onnx"
            keep_classes(BASE, path, kept)
            pruned = open_session(path).run(None, {"x": images})[0]
        full = open_session(BASE).run(None, {"x": images})[0][..., kept]
        np.testing.assert_allclose(pruned, full / full.sum(-1, keepdims=True), atol=1e-4)

    def test_quantized_graph_accepts_any_batch_and_width_and_names_its_outputs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "quantized.onnx"
            quantize_recognizer(BASE, path, [lines_of_noise(1, 96, seed) for seed in range(2)])
            finish_graph(path, read_base_classes(onnx.load(base_model_path("recognition"))))
            session = open_session(path)
        for count, width in ((1, 32), (3, 96), (2, 336)):
            probabilities, classes, scores = session.run(["probabilities", "classes", "scores"], {"images": lines_of_noise(count, width)})
            self.assertEqual(classes.shape, (count, width // 8))
            np.testing.assert_array_equal(probabilities.argmax(-1), classes)
            np.testing.assert_allclose(probabilities.max(-1), scores)

    def test_fast_graphs_give_the_same_outputs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name, path in (("recognition", Path(folder) / "recognition.onnx"), ("detection", Path(folder) / "detection.onnx")):
                halve_weights(base_model_path(name), path)
                before = open_session(path)
                images = np.random.default_rng(4).normal(0, 0.5, (2, 3, 96 if name == "detection" else 48, 160)).astype(np.float32)
                expected = before.run(None, {"x": images})[0]
                finish_graph(path, read_base_classes(onnx.load(BASE)) if name == "recognition" else None)
                found = open_session(path).run(["probabilities"], {"images": images})[0]
                self.assertLess(np.abs(expected - found).max(), 1e-5)
                joined = [node for node in onnx.load(path).graph.node if node.op_type == "Concat" and len(node.input) == 2]
                self.assertFalse([node for node in joined if node.output[0] == "Concat.1"])

    def test_best_classes_of_equal_probabilities_are_the_first(self) -> None:
        values = np.random.default_rng(5).integers(0, 4, (2, 50, 132)).astype(np.float32)
        graph = onnx.helper.make_graph([], "best", [onnx.helper.make_tensor_value_info("probabilities", onnx.TensorProto.FLOAT, [None, None, 132])], [
            onnx.helper.make_tensor_value_info("classes", onnx.TensorProto.INT32, None),
            onnx.helper.make_tensor_value_info("scores", onnx.TensorProto.FLOAT, None),
        ])  # fmt: skip
        find_best_classes(graph, 132)
        model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=9)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "best.onnx"
            onnx.save(model, path)
            classes, scores = open_session(path).run(None, {"probabilities": values})
        np.testing.assert_array_equal(classes, values.argmax(-1))
        np.testing.assert_array_equal(scores, values.max(-1))

    def test_folded_detector_has_its_biases_inside_the_convolutions(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "folded.onnx"
            fold_graph(base_model_path("detection"), path)
            model = onnx.load(path)
        self.assertGreater(len(pointwise_convolutions(model, 500)), 20)
        self.assertFalse([node for node in model.graph.node if node.op_type == "Identity"])


class BatchTest(unittest.TestCase):
    def test_groups_stay_below_the_padded_width(self) -> None:
        lines = [(np.zeros((48, width), np.uint8), np.array([1]), 0) for width in (40, 900, 300, 320, 60)]
        groups = group_by_width(lines, 1000)
        self.assertEqual(sum(len(group) for group in groups), 5)
        self.assertTrue(all(max(line[0].shape[1] for line in group) * len(group) <= 1000 for group in groups))

    def test_batch_pads_with_zero_and_scales_gray_to_one(self) -> None:
        batch = make_batch([(np.full((48, 40), 255, np.uint8), np.array([5, 6]), 1)], None)
        self.assertEqual(tuple(batch.images.shape), (1, 3, 48, 64))
        self.assertEqual(float(batch.images[0, :, :, :40].min()), 1.0)
        self.assertEqual(float(batch.images[0, :, :, 40:].abs().max()), 0.0)

    def test_shards_are_read_back(self) -> None:
        from batches import read_shard

        lines = [RenderedLine(np.full((48, 8 * count), count, np.uint8), [count] * count, SCRIPT_NAMES[count], "x") for count in (1, 3)]
        with tempfile.TemporaryDirectory() as folder:
            write_shard(Path(folder) / "shard-000000.npz", lines)
            found = read_shard(Path(folder) / "shard-000000.npz")
        for line, (image, labels, script) in zip(lines, found, strict=True):
            np.testing.assert_array_equal(image, line.image)
            self.assertEqual((labels.tolist(), SCRIPT_NAMES[script]), (line.labels, line.script))

    def test_equal_neighbors_need_a_step_between_them(self) -> None:
        self.assertEqual(steps_needed([1, 1, 2, 2, 2]), 8)


class RenderingTest(unittest.TestCase):
    def test_degradations_keep_the_shape_and_finite_values(self) -> None:
        rng, generator = random.Random(1), np.random.default_rng(1)
        mask = np.zeros((60, 200), np.float32)
        mask[20:40, 20:180] = 1
        image = 255 - 200 * mask
        for changed in (
            degrade.thermal_print(mask, 30, rng, generator), degrade.dot_matrix(mask, 30, rng), degrade.paper(image, 30, rng, generator),
            degrade.illumination(image, rng), degrade.moire(image, 30, rng), degrade.blur(image, 30, rng), degrade.compress(image, 30),
            degrade.warp(image, 30, rng), degrade.sensor_noise(image, rng, generator), degrade.sharpen(image, 30, rng),
        ):  # fmt: skip
            self.assertEqual(changed.shape, mask.shape)
            self.assertTrue(np.isfinite(changed).all())

    def test_every_script_has_a_share_a_sample_and_held_out_families(self) -> None:
        self.assertEqual(set(SHARES), set(SCRIPT_NAMES))
        self.assertEqual({*SAMPLES, UNKNOWN}, set(SCRIPT_NAMES))
        self.assertTrue(all(len(families) >= 2 for families in HELD_OUT.values()))
        self.assertTrue(FontFace("a.ttf", 0, "Lohit Devanagari", "Regular", ("devanagari",)).held_out)

    def test_boxes_are_found_around_regions_of_text(self) -> None:
        probability = np.zeros((100, 200), np.float32)
        probability[40:50, 20:180] = 1
        boxes = find_boxes(probability)
        self.assertEqual(len(boxes), 1)
        self.assertEqual(box_score([(14, 33, 187, 57)], boxes), 1.0)


if __name__ == "__main__":
    unittest.main()
