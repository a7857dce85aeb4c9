"""Writes the three graphs as ONNX, float and with weights in eight bits.

Weights are unsigned and asymmetric, by channel: signed ones overflow on x86 machines without VNNI instructions (see the
quantisation page of ONNX Runtime). Activations are quantised as they come (dynamic quantisation).
"""

from __future__ import annotations

import warnings
from pathlib import Path

import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process

from encoder import Brain
from sets import EMOTIONS

OPSET = 17
GRAPHS = ("trunk", "names", "feelings")


class PolarityAndEmotions(torch.nn.Module):
    """The branch of feelings without the head that only training has."""

    def __init__(self, feelings: torch.nn.Module) -> None:
        super().__init__()
        self.feelings = feelings

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        polarity, emotions, _ = self.feelings(hidden, mask)
        return polarity, emotions


def write_graphs(brain: Brain, folder: Path) -> None:
    """Writes `<graph>.float.onnx` and `<graph>.onnx` for each of the three."""
    folder.mkdir(parents=True, exist_ok=True)
    brain.eval()
    hidden = torch.randn(2, 7, brain.words.embedding_dim)
    mask = torch.ones(2, 7)
    mask[1, 5:] = 0
    batch, length = {0: "batch"}, {0: "batch", 1: "length"}
    for name, module, first, outputs in (
        ("trunk", brain.trunk, "embedded", {"hidden": length}),
        ("names", brain.names, "hidden", {"tags": length}),
        ("feelings", PolarityAndEmotions(brain.feelings), "hidden", {"polarity": batch, "emotions": batch}),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.onnx.export(
                module.eval(),
                (hidden, mask),
                str(folder / f"{name}.float.onnx"),
                input_names=[first, "mask"],
                output_names=list(outputs),
                dynamic_axes={first: length, "mask": length, **outputs},
                opset_version=OPSET,
                dynamo=False,
            )
        prepared = folder / f"{name}.prepared.onnx"
        quant_pre_process(str(folder / f"{name}.float.onnx"), str(prepared), skip_symbolic_shape=True)
        quantize_dynamic(
            str(prepared),
            str(folder / f"{name}.onnx"),
            op_types_to_quantize=["MatMul", "Gemm"],
            per_channel=True,
            weight_type=QuantType.QUInt8,
            extra_options={"MatMulConstBOnly": True},
        )
        prepared.unlink()


class OnnxBrain:
    """The exported graphs behind the methods of `Brain` that evaluation uses; `kind` is "" or ".float"."""

    def __init__(self, folder: Path, words: torch.nn.Embedding, kind: str = "", threads: int = 2) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.words = words
        self.sessions = {
            name: onnxruntime.InferenceSession(
                str(folder / f"{name}{kind}.onnx"), options, providers=["CPUExecutionProvider"]
            )
            for name in GRAPHS
        }

    def hidden(self, ids: torch.Tensor, mask: torch.Tensor) -> dict:
        embedded = self.words(ids).detach().numpy()
        (hidden,) = self.sessions["trunk"].run(None, {"embedded": embedded, "mask": mask.numpy()})
        return {"hidden": hidden, "mask": mask.numpy()}

    def tag(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        (tags,) = self.sessions["names"].run(None, self.hidden(ids, mask))
        return torch.from_numpy(tags)

    def feel(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, None]:
        polarity, emotions = self.sessions["feelings"].run(None, self.hidden(ids, mask))
        assert emotions.shape[1] == len(EMOTIONS)
        return torch.from_numpy(polarity), torch.from_numpy(emotions), None
