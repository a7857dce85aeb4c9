"""Reads the weights of quantized graphs back into the network, so that a run can start from the shipped model.

The graphs are chains of operators in the order in which `quantized_graph.py` writes them; each reader takes the next operators and
fails when they differ. Weights are those of the graph: int8 values times their scale, and outlier neurons in float32.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from encoder import EncoderModel, TransformerLayer
from onnx import numpy_helper


class GraphReader:
    """Takes the operators of a graph in order."""

    def __init__(self, path: Path) -> None:
        graph = onnx.load(path).graph
        self.values = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
        self.nodes = [node for node in graph.node if node.op_type != "Identity"]
        self.at = 0

    def is_next(self, *operators: str) -> bool:
        return [node.op_type for node in self.nodes[self.at : self.at + len(operators)]] == list(operators)

    def take(self, operator: str) -> list[np.ndarray | None]:
        """The constants among the inputs of the next operator, None for computed ones; raises ValueError when it is another."""
        node = self.nodes[self.at]
        if node.op_type != operator:
            raise ValueError(f"operator {self.at} is {node.op_type}, not {operator}")
        self.at += 1
        return [self.values.get(name) for name in node.input]

    def quantized(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Weight [out, in] and bias of a quantized product."""
        _, values, scales, _, bias = self.take("DynamicQuantizeMatMul")
        return dequantize(values, scales), torch.from_numpy(bias.copy())

    def linear(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Weight [out, in] and bias of a product in float32."""
        weight, bias = self.take("MatMul")[1], self.take("Add")[1]
        return torch.from_numpy(weight.T.copy()), torch.from_numpy(bias.copy())

    def norm(self, module: torch.nn.LayerNorm) -> None:
        self.take("Sum")
        _, weight, bias = self.take("LayerNormalization")
        copy_into(module, (torch.from_numpy(weight.copy()), torch.from_numpy(bias.copy())))

    def layer(self, layer: TransformerLayer) -> None:
        """Reads one transformer layer; its queries are those of a graph with the scale of the scores folded in."""
        self.take("DynamicQuantizeLinear")
        parts = [self.take("MatMulIntegerToFloat") for _ in range(3)]
        self.take("Attention")
        weight = torch.cat([dequantize(part[1], part[3]) for part in parts])
        bias = torch.cat([torch.from_numpy(part[6].copy()) for part in parts])
        hidden = weight.shape[1]
        weight[:hidden] /= layer.scale
        bias[:hidden] /= layer.scale
        copy_into(layer.qkv, (weight, bias))
        copy_into(layer.attention_output, self.quantized())
        self.norm(layer.attention_norm)
        weight, bias = self.quantized()
        self.take("Gelu")
        output, output_bias = self.quantized()
        if self.is_next("MatMul", "Add", "Gelu", "MatMul"):
            rows, row_bias = self.linear()
            self.take("Gelu")
            columns = torch.from_numpy(self.take("MatMul")[1].T.copy())
            outliers = torch.nonzero((weight == 0).all(1) & (bias == 0)).flatten()
            if len(outliers) != len(rows):
                raise ValueError(f"{len(rows)} outlier neurons for {len(outliers)} places")
            weight[outliers], bias[outliers], output[:, outliers] = rows, row_bias, columns
        copy_into(layer.intermediate, (weight, bias))
        copy_into(layer.output, (output, output_bias))
        self.norm(layer.output_norm)


def dequantize(values: np.ndarray, scales: np.ndarray) -> torch.Tensor:
    """Weight [out, in] of int8 [in, out] and the scale of each output."""
    return torch.from_numpy((values.astype(np.float32) * scales).T.copy())


@torch.no_grad()
def copy_into(module: torch.nn.Module, values: tuple[torch.Tensor, torch.Tensor]) -> None:
    module.weight.copy_(values[0])
    module.bias.copy_(values[1])


@torch.no_grad()
def copy_rows(module: torch.nn.Linear, values: tuple[torch.Tensor, torch.Tensor], new_bias: float) -> None:
    """Copies the rows that the graph has; further rows start at zero with a low bias."""
    rows = len(values[0])
    module.weight.zero_()
    module.bias.fill_(new_bias)
    module.weight[:rows] = values[0]
    module.bias[:rows] = values[1]


def load_shipped_weights(encoder: EncoderModel, folder: Path) -> None:
    """Copies the weights of a model folder. Raises ValueError when its graphs have another structure."""
    backbone = GraphReader(folder / "backbone.onnx")
    backbone.take("Shape")
    with torch.no_grad():
        encoder.backbone.positions.copy_(torch.from_numpy(backbone.take("Slice")[0].copy()))
    backbone.norm(encoder.backbone.norm)
    for layer in encoder.backbone.layers:
        backbone.layer(layer)
    entities = GraphReader(folder / "entities.onnx")
    for layer in encoder.entities.layers:
        entities.layer(layer)
    copy_rows(encoder.entities.head, entities.linear(), -4.0)
    sentiment = GraphReader(folder / "sentiment.onnx")
    for layer in encoder.sentiment.layers:
        sentiment.layer(layer)
    copy_into(encoder.sentiment.attend, sentiment.linear())
    for operator in ("Transpose", "Softmax", "MatMul", "ReduceMean", "Split"):
        sentiment.take(operator)
    for head, new_bias in ((encoder.sentiment.polarity, -2.0), (encoder.sentiment.emotions, -4.0)):
        sentiment.take("Concat")
        sentiment.take("Reshape")
        copy_rows(head, sentiment.linear(), new_bias)
    for graph in (backbone, entities, sentiment):
        if graph.at != len(graph.nodes):
            raise ValueError(f"{len(graph.nodes) - graph.at} operators are left")
