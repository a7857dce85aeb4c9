"""Writes the graphs that ship, node by node: one text, weights in eight bits.

Each layer is the shortest chain of operators that ONNX Runtime's CPU provider has a fast kernel for. Measured at 128 tokens
on one core with AVX-512 and AMX (onnxruntime-node 1.30.0, microseconds of a layer):

- `Attention` (opset 23) 340, where torch's export as reshapes, transposes and products takes 460-490;
- `Sum` and `LayerNormalization` 40-70, where the `SkipLayerNormalization` into which the runtime fuses `Add` and
  `LayerNormalization` takes 320: it does not know `Sum`, so the two stay apart;
- queries, keys and values as three products over one quantised input 160, one product and a split 190-200;
- weights without a zero point: the kernel then adds up less;
- heads in float: they are small, and their own quantisation took longer than the product;
- neurons that reach far beyond the others (`outliers.py`) in float beside the rest: 10-20 more, and half of what
  quantisation moves is gone.

Weights are signed, by channel, in seven of the eight bits: with all eight, sums overflow on x86 machines without VNNI
instructions (ONNX Runtime, "Quantize ONNX models"); unsigned ones would not, but run no faster than float. Activations are
quantised as they come (dynamic quantisation), with one range for all that runs together: so the engine runs one text at a
time, and the graphs take no mask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from encoder import Feelings, Layer, Names, Trunk

OPSET = 23
RUNTIME_DOMAIN = "com.microsoft"
# The largest weight in seven bits: two products with an activation of eight bits stay under 2^15.
WEIGHT_MAX = 64


def quantise_weight(weight: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Of a weight [out, in]: int8 [in, out] and the scale of each output, float32 [out]."""
    columns = weight.detach().float().numpy().T
    scales = np.maximum(np.abs(columns).max(0), np.float32(1e-9)) / WEIGHT_MAX
    return np.rint(columns / scales).astype(np.int8), scales.astype(np.float32)


# The neurons of a layer's feed-forward part that stay in float.
Outliers = Mapping[Layer, list[int]]


class SmallGraph:
    """A graph under construction; every method adds nodes and returns the name of what they give."""

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
        """In float."""
        return self.node("Add", self.node("MatMul", x, self.constant(weight.T)), self.constant(bias))

    def small_linear(self, x: str, weight: torch.Tensor, bias: torch.Tensor) -> str:
        """In eight bits."""
        values, scales = quantise_weight(weight)
        inputs = (x, self.constant(values), self.constant(scales), "", self.constant(bias))
        return self.node("DynamicQuantizeMatMul", *inputs, domain=RUNTIME_DOMAIN)

    def small_parts(self, x: str, module: torch.nn.Linear, parts: int) -> list[str]:
        """In eight bits, the outputs in so many equal parts."""
        quantised, scale, zero = self.nodes_of("DynamicQuantizeLinear", [x], 3)
        found = []
        for rows, bias in zip(module.weight.chunk(parts), module.bias.chunk(parts), strict=True):
            weight, scales = quantise_weight(rows)
            inputs = (quantised, self.constant(weight), scale, self.constant(scales), zero, "", self.constant(bias))
            found.append(self.node("MatMulIntegerToFloat", *inputs, domain=RUNTIME_DOMAIN))
        return found

    def norm_of_sum(self, values: Sequence[str], module: torch.nn.LayerNorm) -> str:
        weights = self.constant(module.weight), self.constant(module.bias)
        return self.node("LayerNormalization", self.node("Sum", *values), *weights, axis=-1, epsilon=module.eps)

    def feed_forward(self, x: str, layer: Layer) -> list[str]:
        """What the feed-forward part gives, in parts to be added up."""
        apart = self.outliers.get(layer, [])
        # A neuron without weights gives gelu(0) = 0; products of a whole width are faster than ones a column short.
        kept = torch.ones(layer.widen.out_features)
        kept[apart] = 0
        wide = self.node("Gelu", self.small_linear(x, layer.widen.weight * kept[:, None], layer.widen.bias * kept))
        parts = [self.small_linear(wide, layer.narrow.weight * kept, layer.narrow.bias)]
        if apart:
            few = self.node("Gelu", self.linear(x, layer.widen.weight[apart], layer.widen.bias[apart]))
            parts.append(self.node("MatMul", few, self.constant(layer.narrow.weight[:, apart].T)))
        return parts

    def layer(self, x: str, layer: Layer) -> str:
        query_key_value = self.small_parts(x, layer.qkv, 3)
        sizes = {"q_num_heads": layer.heads, "kv_num_heads": layer.heads, "scale": float(layer.scale)}
        mixed = self.node("Attention", *query_key_value, **sizes)
        attended = self.small_linear(mixed, layer.attended.weight, layer.attended.bias)
        x = self.norm_of_sum((x, attended), layer.attention_norm)
        return self.norm_of_sum((x, *self.feed_forward(x, layer)), layer.output_norm)

    def write(self, path: Path, first: tuple[str, int], results: dict[str, tuple[str, list[int | str]]]) -> None:
        """Saves the graph: `first` is name and width of its input, `results` maps an output to a value and its shape."""
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


def write_trunk(trunk: Trunk, outliers: Outliers, path: Path) -> None:
    graph = SmallGraph(outliers)
    zero = graph.constant([0])
    length = graph.node("Shape", "embedded", start=1, end=2)
    places = graph.node("Slice", graph.constant(trunk.positions), zero, length, zero)
    x = graph.norm_of_sum(("embedded", places), trunk.norm)
    for layer in trunk.layers:
        x = graph.layer(x, layer)
    width = trunk.positions.shape[1]
    graph.write(path, ("embedded", width), {"hidden": (x, [1, "length", width])})


def write_names(names: Names, outliers: Outliers, path: Path) -> None:
    graph = SmallGraph(outliers)
    x = "hidden"
    for layer in names.layers:
        x = graph.layer(x, layer)
    tags = graph.linear(x, names.head.weight, names.head.bias)
    graph.write(path, ("hidden", names.head.in_features), {"tags": (tags, [1, "length", names.head.out_features])})


def write_feelings(feelings: Feelings, outliers: Outliers, path: Path) -> None:
    """Without the head that only training has."""
    graph = SmallGraph(outliers)
    x = "hidden"
    for layer in feelings.layers:
        x = graph.layer(x, layer)
    attended = graph.node("Transpose", graph.linear(x, feelings.attend.weight, feelings.attend.bias), perm=[0, 2, 1])
    pooled = graph.node("MatMul", graph.node("Softmax", attended, axis=-1), x)
    mean = graph.node("ReduceMean", x, graph.constant([1]), keepdims=1)
    results = {}
    heads = {"polarity": feelings.polarity, "emotions": feelings.emotions}
    for part, (name, head) in zip(graph.nodes_of("Split", [pooled], 2, axis=1, num_outputs=2), heads.items(), strict=True):
        both = graph.node("Reshape", graph.node("Concat", mean, part, axis=2), graph.constant([1, -1]))
        results[name] = (graph.linear(both, head.weight, head.bias), [1, head.out_features])
    graph.write(path, ("hidden", feelings.attend.in_features), results)
