"""The graphs in eight bits against the network in float, with random weights: needs no data and no trained weights."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import onnx
import onnxruntime
import torch

from encoder import Brain, Layer
from export import GRAPHS, OnnxBrain, write_graphs
from outliers import find_outliers, standing_out
from sets import EMOTIONS, TAGS
from small_graph import WEIGHT_MAX, quantise_weight

HIDDEN, PIECES, LAYERS = 64, 50, 4


class RandomBase:
    """Stands where `BaseEncoder` does: a net small enough to run in a moment."""

    hidden, layers, heads, feed_forward, positions, epsilon = HIDDEN, LAYERS, 4, 128, 40, 1e-12

    def float_tensor(self, name: str) -> np.ndarray:
        sizes = {"emb.pos": self.positions * HIDDEN, "emb.type": 2 * HIDDEN, "emb.ln.w": HIDDEN, "emb.ln.b": HIDDEN}
        middle = 1.0 if name == "emb.ln.w" else 0.0
        return np.random.default_rng(1).normal(middle, 0.1, sizes[name]).astype(np.float32)


def random_brain(trunk_layers: int = 3) -> Brain:
    torch.manual_seed(3)
    words = np.random.default_rng(2).normal(0, 1, (PIECES, HIDDEN)).astype(np.float32)
    with mock.patch.object(Layer, "load", lambda *_: None):
        return Brain(RandomBase(), words, len(TAGS), len(EMOTIONS), trunk_layers=trunk_layers, dropout=0.0).eval()


class SmallGraphs(unittest.TestCase):
    def check(self, brain: Brain) -> None:
        ids = torch.randint(0, PIECES, (2, 19), generator=torch.Generator().manual_seed(5))
        mask = torch.ones(2, 19)
        mask[1, 11:] = 0
        with tempfile.TemporaryDirectory() as folder, torch.no_grad():
            write_graphs(brain, Path(folder))
            small, full = OnnxBrain(Path(folder), brain.words), OnnxBrain(Path(folder), brain.words, small=False)
            for found, tolerance in ((small, 0.05), (full, 1e-3)):
                for row, length in ((0, 19), (1, 11)):
                    tags, gold = found.tag(ids, mask)[row, :length], brain.tag(ids, mask)[row, :length]
                    self.assertLess(float((tags - gold).abs().max()), tolerance * float(gold.abs().max()))
                for told, gold in zip(found.feel(ids, mask)[:2], brain.feel(ids, mask)[:2], strict=True):
                    self.assertLess(float((told - gold).abs().max()), tolerance * float(gold.abs().max()))

    def test_they_say_what_the_network_says(self) -> None:
        self.check(random_brain())

    def test_a_split_changes_nothing_that_is_said_and_parts_the_branches(self) -> None:
        brain = random_brain()
        ids, mask = torch.arange(12).view(2, 6), torch.ones(2, 6)
        with torch.no_grad():
            before = brain.tag(ids, mask), brain.feel(ids, mask)[0]
            brain.split(shared=1)
            self.assertEqual([len(part.layers) for part in (brain.trunk, brain.names, brain.feelings)], [1, 3, 3])
            self.assertTrue(torch.equal(before[0], brain.tag(ids, mask)))
            for one in brain.names.parameters():
                one.zero_()
            self.assertTrue(torch.equal(before[1], brain.feel(ids, mask)[0]))

    def test_any_split_between_trunk_and_branches_will_do(self) -> None:
        self.check(random_brain(trunk_layers=1))

    def test_a_neuron_that_outshouts_the_others_does_not_drown_them(self) -> None:
        brain = random_brain()
        layer = brain.trunk.layers[1]
        with torch.no_grad():
            layer.widen.bias[7] = 600.0
            layer.narrow.weight[:, 7] /= 600.0
        self.assertEqual({name: found for name, found in find_outliers(brain).items() if found}, {layer: [7]})
        self.check(brain)
        with mock.patch("export.find_outliers", lambda _: {}), self.assertRaises(AssertionError):
            self.check(brain)

    def test_neurons_stand_out_together_or_not_at_all(self) -> None:
        self.assertEqual(standing_out(torch.tensor([1.0, 9.0, 2.0, 8.0, 1.9, 1.8, 1.7])), [1, 3])
        self.assertEqual(standing_out(torch.tensor([5.0, 4.0, 3.5, 3.0, 2.5, 2.0])), [])

    def test_nothing_but_heads_and_norms_stays_in_float(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            write_graphs(random_brain(), Path(folder))
            for name in GRAPHS:
                onnxruntime.InferenceSession(f"{folder}/{name}.onnx", providers=["CPUExecutionProvider"])
                graph = onnx.load(f"{folder}/{name}.onnx").graph
                large = [one for one in graph.initializer if one.data_type == onnx.TensorProto.FLOAT]
                self.assertLess(max(int(np.prod(one.dims)) for one in large), HIDDEN * HIDDEN)

    def test_weights_keep_to_seven_bits_and_their_channel(self) -> None:
        weight = torch.tensor([[0.5, -1.0], [0.02, 0.01], [0.0, 0.0]])
        values, scales = quantise_weight(weight)
        self.assertEqual(values.tolist(), [[32, WEIGHT_MAX, 0], [-WEIGHT_MAX, 32, 0]])
        np.testing.assert_allclose(values[:, :2] * scales[:2], weight[:2].T, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
