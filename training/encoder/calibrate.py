"""Chooses temperatures and thresholds on one half of the development sets, and measures on the other half.

Rows of even number choose, rows of odd number are reported; name F1 needs no choice and is reported on whole sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import torch

import evaluate
import sets
from augment import join_tokens
from batches import SET_NUMBER, encode_names, names_batch
from sets import EMOTIONS, NAME_SETS, UMSAB_LANGUAGES, FeelingExample
from tokenizer import PieceTokenizer

THREE = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))
FIVE = THREE | {"PRODUCT", "WORK_OF_ART"}
# The sets' places hold buildings and their like.
FOLDED = {"FACILITY": "LOCATION"}
TEMPERATURES = np.exp(np.linspace(np.log(0.5), np.log(2.5), 60))
BINS = 15


class AnyBrain(Protocol):
    """What evaluation asks of a model: `encoder.Brain` or `export.OnnxBrain`."""

    def tag(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor: ...
    def feel(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple: ...


@dataclass(frozen=True)
class Calibration:
    """What the engine needs beside the weights."""

    names_temperature: float
    polarity_temperature: float
    polarity_bias: list[float]
    thresholds: list[float]


def name_tests(data: Path) -> dict[str, tuple[list[sets.NameExample], frozenset[str]]]:
    """Name -> examples with the set's own labels, and the types that count."""
    owners = {owner.name: owner for owner in NAME_SETS}
    tests = {
        "ewt.dev": (sets.read_name_file(data, "ewt.dev", owners["ewt"]), THREE),
        **{
            f"uner-{language}.dev": (
                sets.read_name_file(data, f"uner-{language}.dev", owners[f"uner-{language}"]), THREE
            )
            for language in ("pt", "sv", "da")
        },
        "wnut17.test": (sets.read_name_file(data, "wnut17.test", owners["wnut17"]), FIVE),
        "btc.dev": (sets.read_name_file(data, "btc.dev", owners["btc"]), THREE),
    }  # fmt: skip
    plain = sets.NameWords()
    for name in ("germeval", "redocred", "crossner-politics", "crossner-music", "crossner-literature", "crossner-ai"):
        _, held = sets.read_name_set(data, owners[name], plain)
        kinds = THREE if name in ("germeval", "redocred") else owners[name].annotated - {"FACILITY", "NATIONALITY"}
        tests[f"{name}.tenth"] = (held, kinds)
    return tests


def polarity_tests(data: Path) -> dict[str, list[FeelingExample]]:
    return {
        "sst5": sets.read_polarity(data, "sst5.dev"),
        "semeval": sets.read_polarity(data, "semeval.dev"),
        **{f"umsab-{one}": sets.read_polarity(data, f"umsab-{one}.dev") for one in UMSAB_LANGUAGES},
    }


def error_of_confidence(confidence: np.ndarray, hit: np.ndarray) -> float:
    """Expected calibration error over 15 bins (Guo et al. 2017)."""
    bins = np.minimum(BINS - 1, (confidence * BINS).astype(int))
    gaps = [abs((hit[bins == one] - confidence[bins == one]).sum()) for one in range(BINS)]
    return float(sum(gaps) / max(1, len(confidence)))


def scaled(logits: np.ndarray, temperature: float, bias: list[float] | np.ndarray) -> np.ndarray:
    """Probabilities of the three classes after the temperature and a bias for the outer classes."""
    shift = np.array([bias[0], bias[0], bias[1], bias[2], bias[2]], np.float32)
    return evaluate.three_classes((logits + shift) / temperature)


def loss_of(probabilities: np.ndarray, gold: np.ndarray) -> float:
    return float(-np.log(np.maximum(1e-9, probabilities[np.arange(len(gold)), gold])).mean())


def fit_polarity(logits: dict[str, np.ndarray], gold: dict[str, np.ndarray]) -> tuple[float, list[float]]:
    """Temperature and biases of least mean log loss over the sets, each set counting alike."""
    best = (np.inf, 1.0, [0.0, 0.0, 0.0])
    for temperature in TEMPERATURES[::3]:
        for negative in np.arange(-0.6, 0.61, 0.1):
            for positive in np.arange(-0.6, 0.61, 0.1):
                bias = [float(negative), 0.0, float(positive)]
                loss = float(np.mean([loss_of(scaled(logits[one], temperature, bias), gold[one]) for one in logits]))
                if loss < best[0]:
                    best = (loss, float(temperature), bias)
    return best[1], best[2]


@torch.no_grad()
def fit_names(brain: AnyBrain, tests: dict, tokenizer: PieceTokenizer) -> float:
    """Temperature of least log loss of the tags that the sets leave open."""
    rows = []
    for name in ("ewt.dev", "uner-pt.dev", "uner-da.dev", "germeval.tenth"):
        encoded = [
            encode_names(
                join_tokens(list(one.tokens), list(one.labels), natural=True), SET_NUMBER[one.set.name], tokenizer
            )
            for one in tests[name][0][::4]
        ]
        encoded = [one for one in encoded if len(one.ids) > 2]
        for group in evaluate.by_length([len(one.ids) for one in encoded]):
            batch = names_batch([encoded[at] for at in group])
            logits = brain.tag(batch.ids, batch.mask).float().flatten(0, 1)[batch.places]
            rows.append((logits, batch.allowed))
    logits = torch.cat([one for one, _ in rows])
    allowed = torch.cat([one for _, one in rows])

    def loss(temperature: float) -> float:
        cold = logits / temperature
        return float((torch.logsumexp(cold, -1) - torch.logsumexp(cold + allowed, -1)).mean())

    return float(min(TEMPERATURES, key=loss))


def emotion_gold(examples: list[FeelingExample]) -> np.ndarray:
    return np.array([[name in one.emotions for name in EMOTIONS] for one in examples])


def sigmoid(logits: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-logits))


def calibrate(brain: AnyBrain, data: Path, tokenizer: PieceTokenizer) -> Calibration:
    logits, gold = {}, {}
    for name, examples in polarity_tests(data).items():
        logits[name] = evaluate.feel_texts(brain, examples[::2], tokenizer)[0]
        gold[name] = evaluate.gold_classes(examples[::2])
    # The languages of tweets count together as much as the two English sets.
    temperature, bias = fit_polarity(logits, gold)
    go = sets.read_emotions(data, "goemotions.dev")[::2]
    felt = sigmoid(evaluate.feel_texts(brain, go, tokenizer)[1])
    thresholds = evaluate.best_thresholds(emotion_gold(go), felt)
    return Calibration(
        round(fit_names(brain, name_tests(data), tokenizer), 4),
        round(temperature, 4),
        [round(one, 3) for one in bias],
        [round(float(one), 3) for one in thresholds],
    )


def measure(brain: AnyBrain, data: Path, tokenizer: PieceTokenizer, chosen: Calibration) -> dict[str, float]:
    """All figures of the scorecard, by name."""
    figures: dict[str, float] = {}
    for name, (examples, kinds) in name_tests(data).items():
        figures[f"names {name} F1"] = evaluate.score_names(brain, examples, tokenizer, kinds, FOLDED).f1
    recalls, confidences, hits = [], [], []
    for name, examples in polarity_tests(data).items():
        rows = examples if name == "sst5" else examples[1::2]
        probabilities = scaled(
            evaluate.feel_texts(brain, rows, tokenizer)[0], chosen.polarity_temperature, chosen.polarity_bias
        )
        gold = evaluate.gold_classes(rows)
        predicted = probabilities.argmax(1)
        if name == "sst5":
            polar = gold != 1
            right = (probabilities[polar, 2] > probabilities[polar, 0]) == (gold[polar] == 2)
            figures["polarity sst5 positive-negative accuracy"] = float(right.mean())
        else:
            figures[f"polarity {name} macro recall"] = evaluate.macro_recall(gold, predicted)
        if name.startswith("umsab"):
            recalls.append(figures[f"polarity {name} macro recall"])
        confidences.append(probabilities.max(1)[1::2] if name == "sst5" else probabilities.max(1))
        hits.append((predicted == gold)[1::2] if name == "sst5" else predicted == gold)
    figures["polarity umsab mean macro recall"] = float(np.mean(recalls))
    # Of a language's 162 rows alone the error would be mostly chance.
    figures["polarity calibration error, all odd rows"] = error_of_confidence(np.concatenate(confidences), np.concatenate(hits))
    go = sets.read_emotions(data, "goemotions.dev")[1::2]
    told = sigmoid(evaluate.feel_texts(brain, go, tokenizer)[1]) >= np.array(chosen.thresholds)
    figures["emotions goemotions macro-F1"] = evaluate.macro_f1(emotion_gold(go), told)
    return {name: round(value, 4) for name, value in figures.items()}
