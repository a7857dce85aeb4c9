"""Builds the shipped ONNX graphs node by node: a single text, int8 weights.

Each layer is the shortest chain of operators for which ONNX Runtime's CPU provider has a fast kernel. Measured at 128 tokens
on one core with AVX-512 and AMX (onnxruntime-node 1.30.0, microseconds per layer):

- `Attention` (opset 23) 340, where torch's export as reshapes, transposes and products takes 460-490;
- `Sum` and `LayerNormalization` 40-70, where the `SkipLayerNormalization` into which the runtime fuses `Add` and
  `LayerNormalization` takes 320: it does not fuse `Sum`, so the two remain separate;
- queries, keys and values as three products over one quantized input 160, one product and a split 190-200;
- weights without a zero point, which saves additions in the kernel;
- heads in float32: they are small, and quantizing their input took longer than the product;
- outlier neurons (`outliers.py`) in float32: 10-20 more, and half the quantization error.

Weights are signed, per channel, and use seven of the eight bits: with all eight, sums overflow on x86 CPUs without VNNI
(ONNX Runtime, "Quantize ONNX models"); unsigned weights would not, but are no faster than float32. Activations are quantized
dynamically with one range per run, so the engine runs one text at a time, and the graphs take no mask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from encoder import Backbone, NerHead, SentimentHead, TransformerLayer
from onnx import TensorProto, helper, numpy_helper

OPSET = 23
RUNTIME_DOMAIN = "com.microsoft"
# Largest weight in seven bits: two products with an activation of eight bits stay under 2^15.
WEIGHT_MAX = 64


def quantize_weight(weight: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Quantizes a weight [out, in] to int8 [in, out], with the scale of each output, float32 [out]."""
    columns = weight.detach().float().numpy().T
    scales = np.maximum(np.abs(columns).max(0), np.float32(1e-9)) / WEIGHT_MAX
    return np.rint(columns / scales).astype(np.int8), scales.astype(np.float32)


# Neurons of a layer's feed-forward network that remain in float32.
Outliers = Mapping[TransformerLayer, list[int]]


class QuantizedGraph:
    """A graph under construction; every method adds nodes and returns the name of their output."""

    def __init__(self, outliers: Outliers) -> None:
        self.outliers = outliers
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, values: np.ndarray | torch.Tensor | list[int]) -> str:
        array = values.detach().float().numpy() if isinstance(values, torch.Tensor) else np.asarray(values)
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def nodes_of(self, operator: str, inputs: Sequence[str], count: int, **attributes: object) -> list[str]:
        """Adds a node with `count` outputs."""
        names = [f"value{len(self.nodes)}.{output}" for output in range(count)]
        self.nodes.append(helper.make_node(operator, inputs, names, **attributes))
        return names

    def node(self, operator: str, *inputs: str, **attributes: object) -> str:
        return self.nodes_of(operator, inputs, 1, **attributes)[0]

    def linear(self, x: str, weight: torch.Tensor, bias: torch.Tensor) -> str:
        """A linear layer in float32."""
        return self.node("Add", self.node("MatMul", x, self.constant(weight.T)), self.constant(bias))

    def quantized_linear(self, x: str, weight: torch.Tensor, bias: torch.Tensor) -> str:
        """A linear layer with int8 weights."""
        values, scales = quantize_weight(weight)
        inputs = (x, self.constant(values), self.constant(scales), "", self.constant(bias))
        return self.node("DynamicQuantizeMatMul", *inputs, domain=RUNTIME_DOMAIN)

    def quantized_linear_chunks(self, x: str, module: torch.nn.Linear, parts: int) -> list[str]:
        """A linear layer with int8 weights, whose outputs are split into `parts` equal chunks."""
        quantized_input, scale, zero = self.nodes_of("DynamicQuantizeLinear", [x], 3)
        found = []
        for rows, bias in zip(module.weight.chunk(parts), module.bias.chunk(parts), strict=True):
            weight, scales = quantize_weight(rows)
            inputs = (quantized_input, self.constant(weight), scale, self.constant(scales), zero, "", self.constant(bias))
            found.append(self.node("MatMulIntegerToFloat", *inputs, domain=RUNTIME_DOMAIN))
        return found

    def norm_of_sum(self, values: Sequence[str], module: torch.nn.LayerNorm) -> str:
        weights = self.constant(module.weight), self.constant(module.bias)
        return self.node("LayerNormalization", self.node("Sum", *values), *weights, axis=-1, epsilon=module.eps)

    def feed_forward(self, x: str, layer: TransformerLayer) -> list[str]:
        """The feed-forward network, as summands."""
        outliers = self.outliers.get(layer, [])
        # A neuron with zero weights yields gelu(0) = 0; full-width products are faster than ones without a column.
        kept = torch.ones(layer.intermediate.out_features)
        kept[outliers] = 0
        expanded = self.node("Gelu", self.quantized_linear(x, layer.intermediate.weight * kept[:, None], layer.intermediate.bias * kept))
        parts = [self.quantized_linear(expanded, layer.output.weight * kept, layer.output.bias)]
        if outliers:
            outlier_values = self.node("Gelu", self.linear(x, layer.intermediate.weight[outliers], layer.intermediate.bias[outliers]))
            parts.append(self.node("MatMul", outlier_values, self.constant(layer.output.weight[:, outliers].T)))
        return parts

    def layer(self, x: str, layer: TransformerLayer) -> str:
        query_key_value = self.quantized_linear_chunks(x, layer.qkv, 3)
        sizes = {"q_num_heads": layer.heads, "kv_num_heads": layer.heads, "scale": float(layer.scale)}
        mixed = self.node("Attention", *query_key_value, **sizes)
        attention_output = self.quantized_linear(mixed, layer.attention_output.weight, layer.attention_output.bias)
        x = self.norm_of_sum((x, attention_output), layer.attention_norm)
        return self.norm_of_sum((x, *self.feed_forward(x, layer)), layer.output_norm)

    def write(self, path: Path, first: tuple[str, int], results: dict[str, tuple[str, list[int | str]]]) -> None:
        """Saves the graph. `first` is the name and width of its input; `results` maps each output to its value and shape."""
        shape = [1, "length", first[1]]
        for name, (value, _) in results.items():
            self.node("Identity", value)
            self.nodes[-1].output[0] = name
        graph = helper.make_graph(
            self.nodes,
            path.stem,
            [helper.make_tensor_value_info(first[0], TensorProto.FLOAT, shape)],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, (_, shape) in results.items()],
            self.constants,
        )
        domains = [helper.make_opsetid("", OPSET), helper.make_opsetid(RUNTIME_DOMAIN, 1)]
        onnx.save(helper.make_model(graph, opset_imports=domains, ir_version=10), path)


def write_backbone(backbone: Backbone, outliers: Outliers, path: Path) -> None:
    graph = QuantizedGraph(outliers)
    zero = graph.constant([0])
    length = graph.node("Shape", "embedded", start=1, end=2)
    positions = graph.node("Slice", graph.constant(backbone.positions), zero, length, zero)
    x = graph.norm_of_sum(("embedded", positions), backbone.norm)
    for layer in backbone.layers:
        x = graph.layer(x, layer)
    width = backbone.positions.shape[1]
    graph.write(path, ("embedded", width), {"hidden": (x, [1, "length", width])})


def write_entities(ner: NerHead, outliers: Outliers, path: Path) -> None:
    graph = QuantizedGraph(outliers)
    x = "hidden"
    for layer in ner.layers:
        x = graph.layer(x, layer)
    tags = graph.linear(x, ner.head.weight, ner.head.bias)
    graph.write(path, ("hidden", ner.head.in_features), {"tags": (tags, [1, "length", ner.head.out_features])})


def write_sentiment(module: SentimentHead, outliers: Outliers, path: Path) -> None:
    """Without the affect head, which only training uses."""
    graph = QuantizedGraph(outliers)
    x = "hidden"
    for layer in module.layers:
        x = graph.layer(x, layer)
    attention = graph.node("Transpose", graph.linear(x, module.attend.weight, module.attend.bias), perm=[0, 2, 1])
    pooled = graph.node("MatMul", graph.node("Softmax", attention, axis=-1), x)
    mean = graph.node("ReduceMean", x, graph.constant([1]), keepdims=1)
    results = {}
    heads = {"polarity": module.polarity, "emotions": module.emotions}
    for part, (name, head) in zip(graph.nodes_of("Split", [pooled], 2, axis=1, num_outputs=2), heads.items(), strict=True):
        both = graph.node("Reshape", graph.node("Concat", mean, part, axis=2), graph.constant([1, -1]))
        results[name] = (graph.linear(both, head.weight, head.bias), [1, head.out_features])
    graph.write(path, ("hidden", module.attend.in_features), results)
