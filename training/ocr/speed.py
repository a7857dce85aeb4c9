"""Equivalent graphs that take less time and memory."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import helper, numpy_helper


def split_concatenations(graph: onnx.GraphProto) -> None:
    """Replaces a convolution of two concatenated tensors by the sum of two convolutions: the concatenation is a large copy."""
    for joint in [node for node in graph.node if node.op_type == "Concat" and len(node.input) == 2]:
        users = [node for node in graph.node if joint.output[0] in node.input]
        if len(users) == 1 and users[0].op_type == "Conv" and users[0].input[0] == joint.output[0]:
            _split(graph, joint, users[0])


def _split(graph: onnx.GraphProto, joint: onnx.NodeProto, convolution: onnx.NodeProto) -> None:
    name = convolution.input[1]
    cast = next((node for node in graph.node if node.op_type == "Cast" and node.output[0] == name), None)
    stored = next(item for item in graph.initializer if item.name == (cast.input[0] if cast else name))
    weights, group = numpy_helper.to_array(stored), next((item.i for item in convolution.attribute if item.name == "group"), 1)
    if group != 1 or weights.shape[1] % 2:
        return
    result, new = convolution.output[0], []
    for number, part in enumerate(np.split(weights, 2, axis=1)):
        graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(part), f"{stored.name}_{number}"))
        if cast:
            new.append(helper.make_node("Cast", [f"{stored.name}_{number}"], [f"{name}_{number}"], to=onnx.TensorProto.FLOAT))
        inputs = [joint.input[number], f"{name}_{number}" if cast else f"{stored.name}_{number}", *(convolution.input[2:] if number == 0 else ())]
        half = helper.make_node("Conv", inputs, [f"{result}_{number}"], f"{convolution.name}_{number}")
        half.attribute.extend(convolution.attribute)
        new.append(half)
    new.append(helper.make_node("Add", [f"{result}_0", f"{result}_1"], [result], f"{convolution.name}_sum"))
    place = list(graph.node).index(convolution)
    for offset, node in enumerate(new):
        graph.node.insert(place + offset, node)
    for node in (joint, convolution, *([cast] if cast else [])):
        graph.node.remove(node)
    graph.initializer.remove(stored)


def find_best_classes(graph: onnx.GraphProto, classes: int) -> None:
    """Adds the outputs `classes` (int32) and `scores`: the first of the most likely classes of each step, and its probability.

    `ArgMax` of thousands of classes is slow: the maximum of each block of classes is found first, then the place in the best block.
    """
    size = next(size for size in range(int(classes**0.5), 0, -1) if classes % size == 0)
    constants = {"blocks_shape": np.array([0, 0, classes // size, size]), "block_size": np.array(size), "class_axis": np.array([2])}
    graph.initializer.extend(numpy_helper.from_array(value.astype(np.int64), name) for name, value in constants.items())
    graph.node.extend([
        helper.make_node("Reshape", ["probabilities", "blocks_shape"], ["blocks"]),
        helper.make_node("ReduceMax", ["blocks"], ["block_maxima"], axes=[3], keepdims=0),
        helper.make_node("ReduceMax", ["block_maxima"], ["scores"], axes=[2], keepdims=0),
        helper.make_node("ArgMax", ["block_maxima"], ["best_block"], axis=2, keepdims=1),
        helper.make_node("GatherND", ["blocks", "best_block"], ["best_values"], batch_dims=2),
        helper.make_node("ArgMax", ["best_values"], ["place"], axis=2, keepdims=0),
        helper.make_node("Squeeze", ["best_block", "class_axis"], ["block_number"]),
        helper.make_node("Mul", ["block_number", "block_size"], ["block_start"]),
        helper.make_node("Add", ["block_start", "place"], ["best"]),
        helper.make_node("Cast", ["best"], ["classes"], to=onnx.TensorProto.INT32),
    ])  # fmt: skip
