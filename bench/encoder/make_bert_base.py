"""Writes an encoder of the size of BERT-base (12 layers of 768, 12 heads, 3072) with random weights, quantized like ours.

`python bench/encoder/make_bert_base.py <folder>`: speed does not depend on the weights. Needs training/requirements.txt.
"""

from __future__ import annotations

import sys
import types
from pathlib import Path

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

sys.path.insert(0, str(Path(__file__).parents[2] / "training" / "encoder"))

from encoder import Backbone, SlicedDropout, TransformerLayer  # noqa: E402

HIDDEN, LAYERS, HEADS, WIDE = 768, 12, 12, 3072


class RandomBaseEncoder:
    """A `BaseEncoder` with random weights in the shapes of BERT-base."""

    hidden, layers, heads, feed_forward, positions, epsilon = HIDDEN, LAYERS, HEADS, WIDE, 512, 1e-12

    def float_tensor(self, name: str) -> np.ndarray:
        sizes = {"emb.pos": 512 * HIDDEN, "emb.type": 2 * HIDDEN, "emb.ln.w": HIDDEN, "emb.ln.b": HIDDEN}
        return np.random.default_rng(1).normal(0, 0.02, sizes[name]).astype(np.float32)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    TransformerLayer.load = types.MethodType(lambda *_: None, TransformerLayer)
    backbone = Backbone(RandomBaseEncoder(), LAYERS, SlicedDropout(0.0)).eval()
    length = {0: "batch", 1: "length"}
    torch.onnx.export(
        backbone,
        (torch.randn(1, 8, HIDDEN), torch.ones(1, 8)),
        str(folder / "float.onnx"),
        input_names=["embedded", "mask"],
        output_names=["hidden"],
        dynamic_axes={"embedded": length, "mask": length, "hidden": length},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(
        str(folder / "float.onnx"),
        str(folder / "bert-base.onnx"),
        op_types_to_quantize=["MatMul", "Gemm"],
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True},
    )


if __name__ == "__main__":
    main()
