"""Fits temperatures, biases and thresholds on one half of the development sets, for each group of languages.

Even rows are used for fitting, odd rows are reported by `measure.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import corpora
import evaluate
import numpy as np
import torch
from augment import join_tokens
from batches import collate_ner, encode_ner
from corpora import EMOTIONS, SentimentExample
from language_groups import GROUPS, group_of
from monitor import polarity_files, read_everyday
from ner_datasets import DATASET_NUMBER, NER_DATASETS
from own_emotions import read_own_emotions
from own_texts import HELD_OUT, held_out_examples
from sentiment_datasets import ANNOTATED_EMOTIONS, read_emotions, read_polarity
from tokenizer import UnigramTokenizer

TEMPERATURES = np.exp(np.linspace(np.log(0.5), np.log(2.5), 60))
BIASES = np.round(np.arange(-1.4, 1.41, 0.2), 2)
# Quality that a bias of 1 has to gain: halves of the development sets agree on small biases only.
BIAS_PENALTY = 0.03
MIXED_BIASES = (-1.2, -0.8, -0.4, 0.0)
# Minimum positive rows of a label in a data set, below which the set does not decide about a threshold.
POSITIVES_MIN = 8
ROWS_MAX = 1200
# Rare emotions need all rows of the only set that annotates them.
EMOTION_ROWS_MAX = {"goemotions": 6000}
# Sets whose texts resemble the everyday texts of users count more.
SET_WEIGHTS = {"everyday": 3.0, "own": 1.0}
NAMES_SETS = ("ewt", "uner-pt", "uner-da", "uner-zh", "gsd-ja", "klue-ko", "thainer-th", "factrueval-ru", "wojood-ar")


class EncoderProtocol(Protocol):
    """The methods that evaluation needs: `encoder.EncoderModel` or `export.OnnxEncoder`."""

    def tag_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor: ...
    def sentiment_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple: ...


@dataclass
class GroupCalibration:
    """Parameters of a group: the bias is added to the logits of the six classes before they are divided by the temperature."""

    polarity_temperature: float = 1.0
    polarity_bias: list[float] = field(default_factory=lambda: [0.0] * 6)
    emotions_temperature: float = 1.0
    thresholds: list[float] = field(default_factory=lambda: [0.3] * len(EMOTIONS))


@dataclass
class Calibration:
    """Parameters that the engine needs in addition to the weights."""

    names_temperature: float
    groups: dict[str, GroupCalibration]


def thinned(rows: list, rows_max: int = ROWS_MAX) -> list:
    """At most about `rows_max` rows, spread evenly; the step is odd, so that even and odd rows stay apart."""
    step = max(1, len(rows) // rows_max)
    return rows[:: step + (step + 1) % 2]


def polarity_sets(data: Path, split: str, half: int) -> dict[str, list[SentimentExample]]:
    """Labeled texts by set; the everyday texts are those of `split`."""
    sets = {name: thinned(read_polarity(data, f"{name}.dev"))[half::2] for name in polarity_files(data)}
    return {**sets, "everyday": read_everyday(split), "own": thinned(held_out_examples())[half::2]}


def emotion_sets(data: Path, half: int) -> dict[str, list[SentimentExample]]:
    names = [name for name in ANNOTATED_EMOTIONS if name != "own" and (data / "emotion" / f"{name}.dev.jsonl.gz").exists()]
    sets = {name: thinned(read_emotions(data, f"{name}.dev"), EMOTION_ROWS_MAX.get(name, ROWS_MAX))[half::2] for name in names}
    return {**sets, "own": read_own_emotions(HELD_OUT)[half::2]}


def calibrated_probabilities(logits: np.ndarray, temperature: float, bias: list[float] | np.ndarray) -> np.ndarray:
    """Probabilities [texts, 4] of negative, neutral, positive and mixed."""
    return evaluate.four_classes((logits + np.array(bias, np.float32)) / temperature)


def sigmoid(logits: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-logits))


def full_bias(negative: float, positive: float, mixed: float) -> list[float]:
    return [round(float(one), 2) + 0.0 for one in (negative, negative, 0.0, positive, positive, mixed)]


def polarity_quality(name: str, logits: np.ndarray, gold: np.ndarray) -> float:
    """What a set measures: macro recall of the classes that it annotates, or the share of right texts if it has been balanced by kinds."""
    if name in SET_WEIGHTS:
        return float((logits.argmax(1) == gold).mean())
    known = np.unique(gold)
    return evaluate.macro_recall(gold, known[logits[:, known].argmax(1)])


def fit_polarity(logits: dict[str, np.ndarray], gold: dict[str, np.ndarray]) -> tuple[float, list[float]]:
    """Biases of the best mean quality over the sets of a group, then the temperature of the lowest mean log loss.

    A lower log loss is not what chooses the biases: it would follow the share of neutral texts, which differs between sets.
    """
    weights = np.array([SET_WEIGHTS.get(name, 1.0) for name in logits])

    def probabilities(name: str, temperature: float, bias: list[float]) -> np.ndarray:
        return calibrated_probabilities(logits[name], temperature, bias)

    def quality(bias: list[float]) -> float:
        return float(np.average([polarity_quality(name, probabilities(name, 1.0, bias), gold[name]) for name in logits], weights=weights))

    grid = np.array([
        [[quality(full_bias(negative, positive, mixed)) for positive in BIASES] for negative in BIASES] for mixed in MIXED_BIASES
    ])  # fmt: skip
    smooth = smoothed(grid) - BIAS_PENALTY * (BIASES[:, None] ** 2 + BIASES[None, :] ** 2)
    mixed, negative, positive = np.unravel_index(int(smooth.argmax()), smooth.shape)
    bias = full_bias(BIASES[negative], BIASES[positive], MIXED_BIASES[mixed])

    def loss(temperature: float) -> float:
        chosen = [probabilities(name, temperature, bias)[np.arange(len(gold[name])), gold[name]] for name in logits]
        return float(np.average([-np.log(np.maximum(1e-9, one)).mean() for one in chosen], weights=weights))

    return round(float(min(TEMPERATURES, key=loss)), 4), bias


def smoothed(grid: np.ndarray) -> np.ndarray:
    """Mean of each value and its neighbors in the last two axes, since few texts decide between adjacent biases."""
    padded = np.pad(grid, ((0, 0), (1, 1), (1, 1)), mode="edge")
    rows, columns = grid.shape[1:]
    return sum(padded[:, y : y + rows, x : x + columns] for y in range(3) for x in range(3)) / 9


def fit_emotions(
    logits: dict[str, np.ndarray], gold: dict[str, np.ndarray], fallback: list[float] | None
) -> tuple[float, list[float]]:
    """Temperature of the lowest log loss, and per label the threshold of the best mean F1 over the sets that annotate it."""
    columns = {name: [at for at, label in enumerate(EMOTIONS) if label in ANNOTATED_EMOTIONS[name]] for name in logits}

    def loss(temperature: float) -> float:
        losses = []
        for name, rows in logits.items():
            chosen = np.clip(sigmoid(rows[:, columns[name]] / temperature), 1e-6, 1 - 1e-6)
            right = gold[name][:, columns[name]]
            losses.append(-np.where(right, np.log(chosen), np.log(1 - chosen)).mean())
        return float(np.mean(losses))

    temperature = round(float(min(TEMPERATURES, key=loss)), 4)
    thresholds = list(fallback or [0.3] * len(EMOTIONS))
    for at in range(len(EMOTIONS)):
        curves = []
        for name, rows in logits.items():
            right = gold[name][:, at : at + 1]
            if at in columns[name] and right.sum() >= POSITIVES_MIN:
                curves.append(evaluate.f1_curve(right, sigmoid(rows[:, at : at + 1] / temperature)))
        if curves:
            thresholds[at] = round(float(evaluate.THRESHOLDS[int(np.mean(curves, axis=0).argmax())]), 3)
    return temperature, thresholds


@torch.no_grad()
def fit_ner_temperature(encoder: EncoderProtocol, data: Path, tokenizer: UnigramTokenizer) -> float:
    """Temperature with the lowest log loss over the allowed tags."""
    owners = {owner.name: owner for owner in NER_DATASETS}
    rows = []
    for name in NAMES_SETS:
        examples = thinned(corpora.read_ner_file(data, f"{name}.dev", owners[name]), 150)
        words = corpora.LexiconPatterns()
        encoded = []
        for one in examples:
            labels = corpora.label_tokens([token.removesuffix(corpora.GLUE) for token in one.tokens], list(one.labels), one.set, words)
            encoded.append(encode_ner(join_tokens(list(one.tokens), labels, natural=True), DATASET_NUMBER[name], tokenizer))
        encoded = [one for one in encoded if any(label >= 0 for label in one.labels)]
        for group in evaluate.length_batches([len(one.ids) for one in encoded]):
            batch = collate_ner([encoded[at] for at in group])
            logits = encoder.tag_logits(batch.ids, batch.mask).float().flatten(0, 1)[batch.token_indices]
            rows.append((logits, batch.allowed))
    logits = torch.cat([one for one, _ in rows])
    allowed = torch.cat([one for _, one in rows])

    def loss(temperature: float) -> float:
        tempered = logits / temperature
        return float((torch.logsumexp(tempered, -1) - torch.logsumexp(tempered + allowed, -1)).mean())

    return round(float(min(TEMPERATURES, key=loss)), 4)


def emotion_gold(examples: list[SentimentExample]) -> np.ndarray:
    return np.array([[name in one.emotions for name in EMOTIONS] for one in examples])


Sets = dict[str, dict[str, tuple[np.ndarray, np.ndarray]]]


def predict_by_group(
    encoder: EncoderProtocol, sets: dict[str, list[SentimentExample]], tokenizer: UnigramTokenizer, emotions: bool
) -> Sets:
    """Logits and gold of each set, split by the group of each text."""
    found: Sets = {group.name: {} for group in GROUPS}
    for name, examples in sets.items():
        if not examples:
            continue
        logits = evaluate.predict_sentiment(encoder, examples, tokenizer)[1 if emotions else 0]
        gold = emotion_gold(examples) if emotions else evaluate.gold_classes(examples)
        groups = np.array([group_of(one.text, one.language) for one in examples])
        for group in GROUPS:
            rows = groups == group.name
            if rows.sum() > 0:
                found[group.name][name] = (logits[rows], gold[rows])
    return found


def calibrate(encoder: EncoderProtocol, data: Path, tokenizer: UnigramTokenizer) -> Calibration:
    polarity = predict_by_group(encoder, polarity_sets(data, "dev", 0), tokenizer, emotions=False)
    emotions = predict_by_group(encoder, emotion_sets(data, 0), tokenizer, emotions=True)
    groups: dict[str, GroupCalibration] = {}
    fallback: list[float] | None = None
    for group in GROUPS:
        chosen = GroupCalibration()
        if polarity[group.name]:
            logits, gold = ({name: pair[at] for name, pair in polarity[group.name].items()} for at in (0, 1))
            chosen.polarity_temperature, chosen.polarity_bias = fit_polarity(logits, gold)
        logits, gold = ({name: pair[at] for name, pair in emotions[group.name].items()} for at in (0, 1))
        if logits:
            chosen.emotions_temperature, chosen.thresholds = fit_emotions(logits, gold, fallback)
        elif fallback is not None:
            chosen.thresholds = list(fallback)
        # English is the first group, and the only one in which all emotions are annotated.
        fallback = fallback or chosen.thresholds
        groups[group.name] = chosen
    return Calibration(fit_ner_temperature(encoder, data, tokenizer), groups)
