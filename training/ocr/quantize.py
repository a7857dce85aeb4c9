"""Quantization of the ONNX graphs: 8-bit convolutions by calibration (QDQ), 8-bit matrix products with dynamic ranges.

Weights use all 8 bits. Processors without dot products of bytes (AVX2 without VNNI) add pairs of products in 16 bits, which saturates
if two neighboring activations and weights are near their maximum at once; limiting weights to 7 bits avoids that, but costs more accuracy.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper, version_converter
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_dynamic, quantize_static
from recognizer import HIDDEN

OPSET = 17
INPUT_NAME = "x"
# The convolutions of the stem come first in the detector; its backbone ends with the last one of DETECTOR_CHANNELS outputs.
STEM_CONVOLUTIONS, DETECTOR_CHANNELS = 4, 384
# The quantizer knows neither convolutions with their activation nor products with transposed inputs.
UNWANTED_FUSIONS = ["MatmulTransposeFusion", "ConvActivationFusion", "ConvAddActivationFusion", "NchwcTransformer"]


class ImageReader(CalibrationDataReader):
    """Feeds calibration images, each of shape (1, 3, height, width), to the quantizer."""

    def __init__(self, images: Iterable[np.ndarray]) -> None:
        self.images = iter(images)

    def get_next(self) -> dict[str, np.ndarray] | None:
        image = next(self.images, None)
        return None if image is None else {INPUT_NAME: image}


def fold_graph(source: Path, out: Path) -> None:
    """Writes the graph with folded constants, biases inside the convolutions and Gelu as one operator.

    Gelu has to be fused before quantization, which otherwise splits its parts. The opset is one with quantization per channel.
    """
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(out)
    options.log_severity_level = 3
    model = onnx.load(source)
    del model.metadata_props[:]
    converted = version_converter.convert_version(model, OPSET).SerializeToString()
    onnxruntime.InferenceSession(converted, options, providers=["CPUExecutionProvider"], disabled_optimizers=UNWANTED_FUSIONS)


def pointwise_convolutions(model: onnx.ModelProto, weights_min: int) -> list[str]:
    """Returns the names of the backbone's convolutions of 1×1 kernels with at least that many weights.

    Those of the recognizer's neck, which have HIDDEN outputs, cause most of the loss and little of the work.
    """
    shapes = {item.name: list(item.dims) for item in model.graph.initializer}
    found = []
    for node in model.graph.node:
        shape = shapes[node.input[1]] if node.op_type == "Conv" else []
        if shape[2:] == [1, 1] and shape[0] != HIDDEN and np.prod(shape) >= weights_min:
            found.append(node.name)
    return found


def quantize_convolutions(source: Path, out: Path, nodes: list[str], images: Iterable[np.ndarray]) -> None:
    """Quantizes convolutions with ranges measured on the images: weights per channel, activations per tensor."""
    quantize_static(
        source, out, ImageReader(images), quant_format=QuantFormat.QDQ, nodes_to_quantize=nodes, per_channel=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, calibrate_method=CalibrationMethod.MinMax,
    )  # fmt: skip


def quantize_products(source: Path, out: Path) -> None:
    """Quantizes the matrix products with constant weights; activations get their range at run time."""
    quantize_dynamic(source, out, op_types_to_quantize=["MatMul"], per_channel=True, weight_type=QuantType.QInt8)


def halve_remaining(path: Path) -> None:
    """Stores large float32 weights that are left in half precision, with a cast in front of their use."""
    model = onnx.load(path)
    for item in list(model.graph.initializer):
        value = numpy_helper.to_array(item)
        if value.dtype != np.float32 or value.size < 256:
            continue
        half = numpy_helper.from_array(value.astype(np.float16), f"{item.name}_half")
        model.graph.initializer.remove(item)
        model.graph.initializer.append(half)
        model.graph.node.insert(0, onnx.helper.make_node("Cast", [half.name], [item.name], f"{item.name}_cast", to=onnx.TensorProto.FLOAT))
    onnx.save(model, path)


def quantize_recognizer(source: Path, out: Path, images: list[np.ndarray]) -> None:
    """Large 1×1 convolutions of the backbone by calibration, matrix products dynamically, the rest in half-precision storage."""
    with tempfile.TemporaryDirectory() as folder:
        folded, convolved = Path(folder) / "folded.onnx", Path(folder) / "convolved.onnx"
        fold_graph(source, folded)
        quantize_convolutions(folded, convolved, pointwise_convolutions(onnx.load(folded), 9_000), images)
        quantize_products(convolved, out)
    halve_remaining(out)


def quantize_detector(source: Path, out: Path, images: list[np.ndarray]) -> None:
    """The 1×1 convolutions of the detector's backbone by calibration, the rest in half-precision storage.

    Quantized depthwise convolutions and a quantized neck lose text of low contrast.
    """
    with tempfile.TemporaryDirectory() as folder:
        folded = Path(folder) / "folded.onnx"
        fold_graph(source, folded)
        graph = onnx.load(folded).graph
        shapes = {item.name: list(item.dims) for item in graph.initializer}
        convolutions = [node for node in graph.node if node.op_type == "Conv"]
        end = max(index for index, node in enumerate(convolutions) if shapes[node.input[1]][0] == DETECTOR_CHANNELS) + 1
        dense = [node.name for node in convolutions[STEM_CONVOLUTIONS:end] if shapes[node.input[1]][2:] == [1, 1]]
        quantize_convolutions(folded, out, dense, images)
    halve_remaining(out)


def halve_weights(source: Path, out: Path) -> None:
    """A graph with all weights in half-precision storage."""
    fold_graph(source, out)
    halve_remaining(out)


def keep_classes(source: Path, out: Path, kept: list[int]) -> None:
    """Writes a recognizer whose output layer has only the given classes, in that order."""
    model = onnx.load(source)
    node = next(node for node in reversed(model.graph.node) if node.op_type == "MatMul")
    bias = next(item.input[1] for item in model.graph.node if item.op_type == "Add" and node.output[0] in item.input)
    for item in model.graph.initializer:
        if item.name in (node.input[1], bias):
            item.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(numpy_helper.to_array(item)[..., kept]), item.name))
    model.graph.output[0].type.tensor_type.shape.dim[2].dim_value = len(kept)
    onnx.save(model, out)
