"""Compares the quantized graphs with the float32 network, with random weights; needs no data and no trained weights."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import onnx
import onnxruntime
import torch
from corpora import EMOTIONS, TAGS
from encoder import EncoderModel, TransformerLayer
from export import GRAPHS, OnnxEncoder, export_graphs
from outliers import find_outliers, select_outliers
from quantized_graph import WEIGHT_MAX, quantize_weight
from shipped_weights import load_shipped_weights

HIDDEN, SUBWORDS, LAYERS = 64, 50, 4


class RandomBaseEncoder:
    """A `BaseEncoder` with random weights, small enough to run quickly."""

    hidden, layers, heads, feed_forward, positions, epsilon = HIDDEN, LAYERS, 4, 128, 40, 1e-12

    def float_tensor(self, name: str) -> np.ndarray:
        sizes = {"emb.pos": self.positions * HIDDEN, "emb.type": 2 * HIDDEN, "emb.ln.w": HIDDEN, "emb.ln.b": HIDDEN}
        middle = 1.0 if name == "emb.ln.w" else 0.0
        return np.random.default_rng(1).normal(middle, 0.1, sizes[name]).astype(np.float32)


def random_encoder(shared_layers: int = 3) -> EncoderModel:
    torch.manual_seed(3)
    words = np.random.default_rng(2).normal(0, 1, (SUBWORDS, HIDDEN)).astype(np.float32)
    with mock.patch.object(TransformerLayer, "load", lambda *_: None):
        return EncoderModel(RandomBaseEncoder(), words, len(TAGS), len(EMOTIONS), shared_layers=shared_layers, dropout=0.0).eval()


class QuantizedGraphTest(unittest.TestCase):
    def check(self, encoder: EncoderModel) -> None:
        ids = torch.randint(0, SUBWORDS, (2, 19), generator=torch.Generator().manual_seed(5))
        mask = torch.ones(2, 19)
        mask[1, 11:] = 0
        with tempfile.TemporaryDirectory() as folder, torch.no_grad():
            export_graphs(encoder, Path(folder))
            quantized, full = OnnxEncoder(Path(folder), encoder.word_embeddings), OnnxEncoder(Path(folder), encoder.word_embeddings, quantized=False)
            for found, tolerance in ((quantized, 0.05), (full, 1e-3)):
                for row, length in ((0, 19), (1, 11)):
                    tags, gold = found.tag_logits(ids, mask)[row, :length], encoder.tag_logits(ids, mask)[row, :length]
                    self.assertLess(float((tags - gold).abs().max()), tolerance * float(gold.abs().max()))
                for predicted, gold in zip(found.sentiment_logits(ids, mask)[:2], encoder.sentiment_logits(ids, mask)[:2], strict=True):
                    self.assertLess(float((predicted - gold).abs().max()), tolerance * float(gold.abs().max()))

    def test_quantized_graphs_match_the_float_network(self) -> None:
        self.check(random_encoder())

    def test_untying_layers_keeps_outputs_and_separates_the_tasks(self) -> None:
        encoder = random_encoder()
        ids, mask = torch.arange(12).view(2, 6), torch.ones(2, 6)
        with torch.no_grad():
            before = encoder.tag_logits(ids, mask), encoder.sentiment_logits(ids, mask)[0]
            encoder.untie_layers(shared=1)
            self.assertEqual([len(part.layers) for part in (encoder.backbone, encoder.entities, encoder.sentiment)], [1, 3, 3])
            self.assertTrue(torch.equal(before[0], encoder.tag_logits(ids, mask)))
            for one in encoder.entities.parameters():
                one.zero_()
            self.assertTrue(torch.equal(before[1], encoder.sentiment_logits(ids, mask)[0]))

    def test_graphs_match_with_a_single_shared_layer(self) -> None:
        self.check(random_encoder(shared_layers=1))

    def test_outlier_neurons_stay_in_float(self) -> None:
        encoder = random_encoder()
        layer = encoder.backbone.layers[1]
        with torch.no_grad():
            layer.intermediate.bias[7] = 600.0
            layer.output.weight[:, 7] /= 600.0
        self.assertEqual({name: found for name, found in find_outliers(encoder).items() if found}, {layer: [7]})
        self.check(encoder)
        with mock.patch("export.find_outliers", lambda _: {}), self.assertRaises(AssertionError):
            self.check(encoder)

    def test_a_run_can_start_from_the_weights_of_graphs(self) -> None:
        shipped, started = random_encoder(shared_layers=2), random_encoder(shared_layers=2)
        layer = shipped.entities.layers[0]
        with torch.no_grad():
            layer.intermediate.bias[7] = 600.0
            layer.output.weight[:, 7] /= 600.0
            for one in started.parameters():
                one.normal_()
            started.word_embeddings.weight.copy_(shipped.word_embeddings.weight)
            ids, mask = torch.arange(12).view(2, 6), torch.ones(2, 6)
            with tempfile.TemporaryDirectory() as folder:
                export_graphs(shipped, Path(folder))
                load_shipped_weights(started, Path(folder))
                gold, found = shipped.tag_logits(ids, mask), started.tag_logits(ids, mask)
                self.assertLess(float((gold - found).abs().max()), 0.03 * float(gold.abs().max()))
                for part in (0, 1):
                    gold, found = shipped.sentiment_logits(ids, mask)[part], started.sentiment_logits(ids, mask)[part]
                    self.assertLess(float((gold - found).abs().max()), 0.03 * float(gold.abs().max()))

    def test_selects_all_outliers_or_none(self) -> None:
        self.assertEqual(select_outliers(torch.tensor([1.0, 9.0, 2.0, 8.0, 1.9, 1.8, 1.7])), [1, 3])
        self.assertEqual(select_outliers(torch.tensor([5.0, 4.0, 3.5, 3.0, 2.5, 2.0])), [])

    def test_only_heads_norms_and_outliers_stay_in_float(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            export_graphs(random_encoder(), Path(folder))
            for name in GRAPHS:
                onnxruntime.InferenceSession(f"{folder}/{name}.onnx", providers=["CPUExecutionProvider"])
                graph = onnx.load(f"{folder}/{name}.onnx").graph
                large = [one for one in graph.initializer if one.data_type == onnx.TensorProto.FLOAT]
                self.assertLess(max(int(np.prod(one.dims)) for one in large), HIDDEN * HIDDEN)

    def test_weights_use_seven_bits_per_channel(self) -> None:
        weight = torch.tensor([[0.5, -1.0], [0.02, 0.01], [0.0, 0.0]])
        values, scales = quantize_weight(weight)
        self.assertEqual(values.tolist(), [[32, WEIGHT_MAX, 0], [-WEIGHT_MAX, 32, 0]])
        np.testing.assert_allclose(values[:, :2] * scales[:2], weight[:2].T, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
