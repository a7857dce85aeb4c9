"""Exports the three ONNX graphs: in float32 by torch, for comparison, and with int8 weights as shipped."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path

import onnxruntime
import torch
from corpora import EMOTIONS
from encoder import EncoderModel, TransformerLayer
from outliers import find_outliers
from quantized_graph import write_backbone, write_entities, write_sentiment

OPSET = 17
GRAPHS = ("backbone", "entities", "sentiment")


class PolarityAndEmotions(torch.nn.Module):
    """The sentiment layers and heads without the affect head, which only training uses."""

    def __init__(self, head: torch.nn.Module) -> None:
        super().__init__()
        self.head = head

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        polarity, emotions, _ = self.head(hidden, mask)
        return polarity, emotions


def export_graphs(encoder: EncoderModel, folder: Path) -> None:
    """Writes `<graph>.float.onnx` (padded batches and a mask) and the quantized `<graph>.onnx` (a single text)."""
    folder.mkdir(parents=True, exist_ok=True)
    encoder = copy.deepcopy(encoder).eval()
    for layer in encoder.modules():
        if isinstance(layer, TransformerLayer):
            layer.fold_scale()
    hidden = torch.randn(2, 7, encoder.word_embeddings.embedding_dim)
    mask = torch.ones(2, 7)
    mask[1, 5:] = 0
    for name, module, first, outputs in (
        ("backbone", encoder.backbone, "embedded", {"hidden": True}),
        ("entities", encoder.entities, "hidden", {"tags": True}),
        ("sentiment", PolarityAndEmotions(encoder.sentiment), "hidden", {"polarity": False, "emotions": False}),
    ):
        write_graph(module, {first: hidden, "mask": mask}, outputs, folder / f"{name}.float.onnx")
    outliers = find_outliers(encoder)
    write_backbone(encoder.backbone, outliers, folder / "backbone.onnx")
    write_entities(encoder.entities, outliers, folder / "entities.onnx")
    write_sentiment(encoder.sentiment, outliers, folder / "sentiment.onnx")


def write_graph(module: torch.nn.Module, inputs: dict[str, torch.Tensor], outputs: dict[str, bool], path: Path) -> None:
    """Exports one graph; `outputs` maps each output to whether it has a row per subword."""
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
                **{name: length if per_subword else batch for name, per_subword in outputs.items()},
            },
            opset_version=OPSET,
            dynamo=False,
        )


class OnnxEncoder:
    """Runs the exported graphs with the methods of `EncoderModel` that evaluation uses."""

    def __init__(self, folder: Path, words: torch.nn.Embedding, quantized: bool = True, threads: int = 2) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.word_embeddings = words
        self.quantized = quantized
        kind = "" if quantized else ".float"
        self.sessions = {
            name: onnxruntime.InferenceSession(
                str(folder / f"{name}{kind}.onnx"), options, providers=["CPUExecutionProvider"]
            )
            for name in GRAPHS
        }

    def run(self, graph: str, ids: torch.Tensor, mask: torch.Tensor) -> list[torch.Tensor]:
        """Outputs of a task for a padded batch; quantized graphs run one text at a time, as in the engine."""
        embedded = self.word_embeddings(ids).detach().numpy()
        if not self.quantized:
            (hidden,) = self.sessions["backbone"].run(None, {"embedded": embedded, "mask": mask.numpy()})
            found = self.sessions[graph].run(None, {"hidden": hidden, "mask": mask.numpy()})
            return [torch.from_numpy(one) for one in found]
        rows: list[list[torch.Tensor]] = []
        for row, length in enumerate(mask.sum(1).int().tolist()):
            (hidden,) = self.sessions["backbone"].run(None, {"embedded": embedded[row : row + 1, :length]})
            found = self.sessions[graph].run(None, {"hidden": hidden})
            rows.append([torch.from_numpy(one)[0] for one in found])
        return [torch.nn.utils.rnn.pad_sequence(list(one), batch_first=True) for one in zip(*rows, strict=True)]

    def tag_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        (tags,) = self.run("entities", ids, mask)
        return tags

    def sentiment_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, None]:
        polarity, emotions = self.run("sentiment", ids, mask)
        assert emotions.shape[1] == len(EMOTIONS)
        return polarity, emotions, None
