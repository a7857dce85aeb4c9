"""A few development figures to follow a run: names by language, sentiment by data set and kind of text, emotions by group."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import corpora
import evaluate
import numpy as np
from corpora import EMOTIONS, POLARITY, SentimentExample
from ner_datasets import CORE, DEVELOPMENT_FILES, NER_DATASETS
from own_texts import held_out_examples
from sentiment_datasets import ANNOTATED_EMOTIONS, POLARITY_WEIGHTS, WITHOUT_DEVELOPMENT, WITHOUT_LICENSE, read_emotions, read_polarity

if TYPE_CHECKING:
    from encoder import EncoderModel
    from tokenizer import UnigramTokenizer

EVERYDAY = Path(__file__).parents[2] / "eval" / "sentiment" / "everyday"
# Locations of the development sets include facilities.
MERGED_TYPES = {"FACILITY": "LOCATION"}
ROWS_MAX = 80


def read_everyday(split: str) -> list[SentimentExample]:
    """The project's own everyday texts; `test` is for the final measurement only."""
    return [
        SentimentExample(row["text"], polarity=POLARITY[row["label"]], source=row["kind"], language=path.name.split(".")[0])
        for path in sorted(EVERYDAY.glob("*.data.json"))
        for row in json.loads(path.read_text(encoding="utf-8"))
        if row["split"] == split
    ]


def polarity_files(folder: Path) -> list[str]:
    names = [*POLARITY_WEIGHTS, *(name for name in WITHOUT_LICENSE if (folder / "sentiment" / f"{name}.dev.jsonl.gz").exists())]
    return [name for name in names if name not in WITHOUT_DEVELOPMENT]


def labels_of(encoder: EncoderModel, examples: list[SentimentExample], tokenizer: UnigramTokenizer) -> np.ndarray:
    return evaluate.four_classes(evaluate.predict_sentiment(encoder, examples, tokenizer)[0]).argmax(1)


def evaluate_names(encoder: EncoderModel, data: Path, tokenizer: UnigramTokenizer, rows_max: int = ROWS_MAX) -> dict[str, float]:
    owners = {owner.name: owner for owner in NER_DATASETS}
    figures = {}
    for file in DEVELOPMENT_FILES:
        examples = corpora.read_ner_file(data, file, owners[file.split(".")[0]])
        examples = examples[:: max(1, len(examples) // rows_max)]
        figures[file.split(".")[0]] = evaluate.score_entities(encoder, examples, tokenizer, CORE, MERGED_TYPES).f1
    return figures


def evaluate_sentiment(encoder: EncoderModel, data: Path, tokenizer: UnigramTokenizer, rows_max: int = 2 * ROWS_MAX) -> dict[str, float]:
    figures = {}
    for name in polarity_files(data):
        examples = read_polarity(data, f"{name}.dev")
        examples = examples[:: max(1, len(examples) // rows_max)]
        if name == "sst5":
            examples = [one for one in examples if one.polarity[2] == 0]
        figures[name] = evaluate.macro_recall(evaluate.gold_classes(examples), labels_of(encoder, examples, tokenizer))
    everyday = read_everyday("dev")
    for name, examples in (("everyday", everyday[:: max(1, len(everyday) // (2 * rows_max))]), ("own", held_out_examples(3))):
        gold, found = evaluate.gold_classes(examples), labels_of(encoder, examples, tokenizer)
        figures[name] = float((gold == found).mean())
        figures.update({f"{name} {label}": value for label, value in evaluate.f1_of_labels(gold, found).items()})
    return figures


def evaluate_emotions(encoder: EncoderModel, data: Path, tokenizer: UnigramTokenizer, rows_max: int = 4 * ROWS_MAX) -> dict[str, float]:
    """Macro F1 with the thresholds that are best for the first half, measured on the second half."""
    figures = {}
    for name in ("goemotions", "kote-ko", "cedr-ru", "emot-id", "hebert-he", "xed-de", "xed-fr", "xed-zh", "xed-ar"):
        examples = read_emotions(data, f"{name}.dev")
        examples = examples[:: max(1, len(examples) // rows_max)]
        columns = [at for at, label in enumerate(EMOTIONS) if label in ANNOTATED_EMOTIONS[name]]
        probabilities = 1 / (1 + np.exp(-evaluate.predict_sentiment(encoder, examples, tokenizer)[1][:, columns]))
        gold = np.array([[EMOTIONS[at] in one.emotions for at in columns] for one in examples])
        half = len(examples) // 2
        thresholds = evaluate.best_thresholds(gold[:half], probabilities[:half])
        figures[name] = evaluate.macro_f1(gold[half:], probabilities[half:] >= thresholds)
    return figures


def evaluate_checkpoint(encoder: EncoderModel, data: Path, tokenizer: UnigramTokenizer) -> dict[str, dict[str, float]]:
    """Figures of each kind, by name."""
    encoder.eval()
    parts = {"names": evaluate_names, "sentiment": evaluate_sentiment, "emotions": evaluate_emotions}
    return {kind: {name: round(value, 3) for name, value in part(encoder, data, tokenizer).items()} for kind, part in parts.items()}
