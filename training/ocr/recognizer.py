"""The text recognizer of PP-OCRv6 small as a PyTorch network that reads and writes the weights of its ONNX graph.

The graph is a convolutional backbone (a stem and thirteen blocks of depthwise and pointwise convolutions), a neck of two
transformer layers around a skip connection, and a linear output layer for CTC. Input: (batch, 3, 48, width) in BGR order,
scaled to -1..1. Output: one row of class scores per 8 pixels of width.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional as F

LINE_HEIGHT = 48
STEP_WIDTH = 8
HIDDEN = 120
HEADS = 8
LAYER_NORM_EPSILON = 1e-5


@dataclass(frozen=True)
class BlockShape:
    channels_in: int
    channels_out: int
    stride: tuple[int, int] = (1, 1)
    excitation: bool = False


BLOCKS = (
    BlockShape(96, 96, excitation=True), BlockShape(96, 96), BlockShape(96, 96), BlockShape(96, 192, (2, 1)),
    BlockShape(192, 192, excitation=True), BlockShape(192, 192), BlockShape(192, 192, excitation=True), BlockShape(192, 192),
    BlockShape(192, 192, excitation=True), BlockShape(192, 192), BlockShape(192, 384, (2, 1)),
    BlockShape(384, 384, excitation=True), BlockShape(384, 384),
)  # fmt: skip


class Stem(nn.Module):
    """Reduces height and width to a quarter, 3 to 96 channels; a pooled and a convolved branch are concatenated."""

    def __init__(self) -> None:
        super().__init__()
        self.reduce = nn.Conv2d(3, 48, 3, 2, 1)
        self.branch_in = nn.Conv2d(48, 24, 2)
        self.branch_out = nn.Conv2d(24, 48, 2)
        self.merge = nn.Conv2d(96, 48, 3, 2, 1)
        self.expand = nn.Conv2d(48, 96, 1)

    def forward(self, image: Tensor) -> Tensor:
        x = F.relu(self.reduce(image))
        branch = F.relu(self.branch_in(F.pad(x, (0, 1, 0, 1))))
        branch = F.relu(self.branch_out(F.pad(branch, (0, 1, 0, 1))))
        # The input is not negative, therefore zero padding does not change the maximum.
        pooled = F.max_pool2d(F.pad(x, (0, 1, 0, 1)), 2, 1)
        x = F.relu(self.merge(torch.cat([pooled, branch], 1)))
        return F.relu(self.expand(x))


class Excitation(nn.Module):
    """Squeeze and excitation (Hu et al. 2018, arXiv:1709.01507) with the hard sigmoid of the graph."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.squeeze = nn.Conv2d(channels, channels // 4, 1)
        self.excite = nn.Conv2d(channels // 4, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        gate = self.excite(F.relu(self.squeeze(x.mean((2, 3), keepdim=True))))
        return x * F.hardsigmoid(gate)


class Block(nn.Module):
    """A depthwise convolution, optional excitation, and a pointwise bottleneck with a residual connection."""

    def __init__(self, shape: BlockShape) -> None:
        super().__init__()
        self.depthwise = nn.Conv2d(shape.channels_in, shape.channels_in, 3, shape.stride, 1, groups=shape.channels_in)
        self.excitation = Excitation(shape.channels_in) if shape.excitation else None
        self.expand = nn.Conv2d(shape.channels_in, 2 * shape.channels_in, 1)
        self.project = nn.Conv2d(2 * shape.channels_in, shape.channels_out, 1)
        self.residual = shape.channels_in == shape.channels_out

    def forward(self, x: Tensor) -> Tensor:
        x = self.depthwise(x)
        if self.excitation is not None:
            x = self.excitation(x)
        y = self.project(F.gelu(self.expand(x)))
        return x + y if self.residual else y


class FrozenBatchNorm(nn.BatchNorm2d):
    """Batch normalization that keeps the statistics of the base model; scale and shift are trained."""

    def forward(self, x: Tensor) -> Tensor:
        return F.batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, False, 0.0, self.eps)


class NormalizedConvolution(nn.Module):
    """Convolution without bias, batch normalization and SiLU."""

    def __init__(self, channels_in: int, kernel: tuple[int, int] = (1, 1), groups: int = 1) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(channels_in, HIDDEN, kernel, 1, (0, kernel[1] // 2), groups=groups, bias=False)
        self.norm = FrozenBatchNorm(HIDDEN)

    def forward(self, x: Tensor) -> Tensor:
        return F.silu(self.norm(self.convolution(x)))


class TransformerLayer(nn.Module):
    """Pre-norm self-attention with eight heads and a feed-forward part of twice the width. Shape: (batch, steps, 120)."""

    def __init__(self) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(HIDDEN, LAYER_NORM_EPSILON)
        self.attention_in = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.attention_out = nn.Linear(HIDDEN, HIDDEN)
        self.feed_forward_norm = nn.LayerNorm(HIDDEN, LAYER_NORM_EPSILON)
        self.feed_forward_in = nn.Linear(HIDDEN, 2 * HIDDEN)
        self.feed_forward_out = nn.Linear(2 * HIDDEN, HIDDEN)

    def forward(self, x: Tensor) -> Tensor:
        batch, steps, _ = x.shape
        joint = self.attention_in(self.attention_norm(x)).reshape(batch, steps, 3, HEADS, HIDDEN // HEADS)
        query, key, value = joint.permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(query, key, value)
        x = x + self.attention_out(attended.transpose(1, 2).reshape(batch, steps, HIDDEN))
        return x + self.feed_forward_out(F.silu(self.feed_forward_in(self.feed_forward_norm(x))))


class Neck(nn.Module):
    """Sequence encoder: a local and a global branch of the pooled features, (batch, 384, 1, steps) to (batch, steps, 120)."""

    def __init__(self) -> None:
        super().__init__()
        self.skip = NormalizedConvolution(BLOCKS[-1].channels_out)
        self.reduce = NormalizedConvolution(BLOCKS[-1].channels_out)
        self.local = NormalizedConvolution(HIDDEN, (1, 7), HIDDEN)
        self.layers = nn.ModuleList(TransformerLayer() for _ in range(2))
        self.norm = nn.LayerNorm(HIDDEN, LAYER_NORM_EPSILON)

    def forward(self, features: Tensor) -> Tensor:
        x = self.reduce(features)
        x = (x + self.local(x)).squeeze(2).transpose(1, 2)
        for layer in self.layers:
            x = layer(x)
        return self.norm(x) + self.skip(features).squeeze(2).transpose(1, 2)


class Recognizer(nn.Module):
    """The whole network. `forward` returns class scores before the softmax, shape (batch, width // 8, classes)."""

    def __init__(self, class_count: int) -> None:
        super().__init__()
        self.stem = Stem()
        self.blocks = nn.ModuleList(Block(shape) for shape in BLOCKS)
        self.neck = Neck()
        self.output = nn.Linear(HIDDEN, class_count)

    def hidden(self, image: Tensor) -> Tensor:
        x = self.stem(image)
        for block in self.blocks:
            x = block(x)
        return self.neck(F.avg_pool2d(x, (3, 2), (3, 2)))

    def forward(self, image: Tensor) -> Tensor:
        return self.output(self.hidden(image))


def _graph_tensors(graph: onnx.GraphProto) -> Iterator[str]:
    """Yields the names of the weights in the order of the graph's nodes: weight, then bias, scale, shift or statistics."""
    constants = {item.name: item for item in graph.initializer}
    consumers: dict[str, list[onnx.NodeProto]] = {}
    for node in graph.node:
        for name in node.input:
            consumers.setdefault(name, []).append(node)
    for node in graph.node:
        if node.op_type in ("Conv", "MatMul") and node.input[1] in constants:
            yield node.input[1]
            for follower in consumers[node.output[0]]:
                if follower.op_type == "Add" and follower.input[1] in constants:
                    yield follower.input[1]
        elif node.op_type == "BatchNormalization":
            yield from node.input[1:]
        elif node.op_type == "Mul" and node.input[1] in constants and list(constants[node.input[1]].dims) == [HIDDEN]:
            yield node.input[1]
            yield next(item.input[1] for item in consumers[node.output[0]] if item.op_type == "Add")


def _network_tensors(network: Recognizer) -> Iterator[tuple[str, Tensor]]:
    """Yields (kind, tensor) in the same order; the kind `linear` is stored transposed in the graph."""

    def visit(module: nn.Module) -> Iterator[tuple[str, Tensor]]:
        if isinstance(module, nn.BatchNorm2d):
            for tensor in (module.weight, module.bias, module.running_mean, module.running_var):
                yield "vector", tensor
        elif isinstance(module, (nn.Conv2d, nn.LayerNorm, nn.Linear)):
            yield ("linear" if isinstance(module, nn.Linear) else "plain"), module.weight
            if module.bias is not None:
                yield "vector", module.bias
        for child in module.children():
            yield from visit(child)

    yield from visit(network)


def read_recognizer(path: Path, class_count: int | None = None) -> Recognizer:
    """Returns the network with the weights of an ONNX file.

    :param class_count: for a separate output layer of that many rows, which is left at its random initialization;
        the output layer of the file by default.
    :raises ValueError: if a weight has an unexpected shape.
    """
    graph = onnx.load(path).graph
    values = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    names = list(_graph_tensors(graph))
    network = Recognizer(class_count or values[names[-1]].size)
    tensors = list(_network_tensors(network))
    if len(names) != len(tensors):
        raise ValueError(f"{path} has {len(names)} weights, the network {len(tensors)}")
    pairs = list(zip(names, tensors, strict=True))[: None if class_count is None else -2]
    with torch.no_grad():
        for name, (kind, tensor) in pairs:
            value = torch.from_numpy(np.array(values[name], dtype=np.float32))
            value = value.T if kind == "linear" else value.reshape(tensor.shape) if kind == "vector" else value
            if value.shape != tensor.shape:
                raise ValueError(f"{name} has the shape {tuple(value.shape)}, expected {tuple(tensor.shape)}")
            tensor.copy_(value)
    return network


def write_recognizer(network: Recognizer, base: Path, out: Path) -> None:
    """Writes the network's weights into a copy of the base graph; the number of classes may differ from the base."""
    model = onnx.load(base)
    initializers = {item.name: item for item in model.graph.initializer}
    for name, (kind, tensor) in zip(_graph_tensors(model.graph), _network_tensors(network), strict=True):
        value = tensor.detach().float().cpu().numpy()
        if kind == "linear":
            value = value.T
        elif kind == "vector" and value.size == np.prod(initializers[name].dims):
            value = value.reshape(tuple(initializers[name].dims))
        initializers[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value), name))
    model.graph.output[0].type.tensor_type.shape.dim[2].dim_value = network.output.out_features
    onnx.save(model, out)
