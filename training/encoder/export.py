"""Writes the three graphs as ONNX: in float as torch exports them, to compare with, and in eight bits as they ship."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path

import onnxruntime
import torch

from encoder import Brain, Layer
from outliers import find_outliers
from sets import EMOTIONS
from small_graph import write_feelings, write_names, write_trunk

OPSET = 17
GRAPHS = ("trunk", "names", "feelings")


class PolarityAndEmotions(torch.nn.Module):
    """The branch of feelings without the head that only training has."""

    def __init__(self, feelings: torch.nn.Module) -> None:
        super().__init__()
        self.feelings = feelings

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        polarity, emotions, _ = self.feelings(hidden, mask)
        return polarity, emotions


def write_graphs(brain: Brain, folder: Path) -> None:
    """Writes `<graph>.float.onnx`, which takes padded batches and a mask, and `<graph>.onnx` in eight bits, for one text."""
    folder.mkdir(parents=True, exist_ok=True)
    brain = copy.deepcopy(brain).eval()
    for layer in brain.modules():
        if isinstance(layer, Layer):
            layer.fold_scale()
    hidden = torch.randn(2, 7, brain.words.embedding_dim)
    mask = torch.ones(2, 7)
    mask[1, 5:] = 0
    for name, module, first, outputs in (
        ("trunk", brain.trunk, "embedded", {"hidden": True}),
        ("names", brain.names, "hidden", {"tags": True}),
        ("feelings", PolarityAndEmotions(brain.feelings), "hidden", {"polarity": False, "emotions": False}),
    ):
        write_graph(module, {first: hidden, "mask": mask}, outputs, folder / f"{name}.float.onnx")
    outliers = find_outliers(brain)
    write_trunk(brain.trunk, outliers, folder / "trunk.onnx")
    write_names(brain.names, outliers, folder / "names.onnx")
    write_feelings(brain.feelings, outliers, folder / "feelings.onnx")


def write_graph(module: torch.nn.Module, inputs: dict[str, torch.Tensor], outputs: dict[str, bool], path: Path) -> None:
    """One graph; `outputs` says of each whether it has a row for every piece."""
    batch, length = {0: "batch"}, {0: "batch", 1: "length"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module.eval(),
            tuple(inputs.values()),
            str(path),
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes={
                **{name: length for name in inputs},
                **{name: length if by_piece else batch for name, by_piece in outputs.items()},
            },
            opset_version=OPSET,
            dynamo=False,
        )


class OnnxBrain:
    """The exported graphs behind the methods of `Brain` that evaluation uses: `small` in eight bits, text by text."""

    def __init__(self, folder: Path, words: torch.nn.Embedding, small: bool = True, threads: int = 2) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.words = words
        self.small = small
        kind = "" if small else ".float"
        self.sessions = {
            name: onnxruntime.InferenceSession(
                str(folder / f"{name}{kind}.onnx"), options, providers=["CPUExecutionProvider"]
            )
            for name in GRAPHS
        }

    def run(self, graph: str, ids: torch.Tensor, mask: torch.Tensor) -> list[torch.Tensor]:
        """Outputs of a branch for a padded batch; in eight bits each text runs alone, as the engine does it."""
        embedded = self.words(ids).detach().numpy()
        if not self.small:
            (hidden,) = self.sessions["trunk"].run(None, {"embedded": embedded, "mask": mask.numpy()})
            found = self.sessions[graph].run(None, {"hidden": hidden, "mask": mask.numpy()})
            return [torch.from_numpy(one) for one in found]
        rows: list[list[torch.Tensor]] = []
        for row, length in enumerate(mask.sum(1).int().tolist()):
            (hidden,) = self.sessions["trunk"].run(None, {"embedded": embedded[row : row + 1, :length]})
            found = self.sessions[graph].run(None, {"hidden": hidden})
            rows.append([torch.from_numpy(one)[0] for one in found])
        return [torch.nn.utils.rnn.pad_sequence(list(one), batch_first=True) for one in zip(*rows, strict=True)]

    def tag(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        (tags,) = self.run("names", ids, mask)
        return tags

    def feel(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, None]:
        polarity, emotions = self.run("feelings", ids, mask)
        assert emotions.shape[1] == len(EMOTIONS)
        return polarity, emotions, None
