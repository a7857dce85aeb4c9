"""Fits temperatures and thresholds on one half of the development sets and measures on the other half.

Even rows are used for fitting, odd rows are reported; entity F1 needs no fitting and is reported on whole sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import corpora
import evaluate
import numpy as np
import torch
from augment import join_tokens
from batches import DATASET_NUMBER, collate_ner, encode_ner
from corpora import EMOTIONS, NER_DATASETS, UMSAB_LANGUAGES, SentimentExample
from tokenizer import UnigramTokenizer

CORE_TYPES = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))
WNUT_TYPES = CORE_TYPES | {"PRODUCT", "WORK_OF_ART"}
# Locations of these data sets include facilities.
MERGED_TYPES = {"FACILITY": "LOCATION"}
TEMPERATURES = np.exp(np.linspace(np.log(0.5), np.log(2.5), 60))
BINS = 15


class EncoderProtocol(Protocol):
    """The methods that evaluation needs: `encoder.EncoderModel` or `export.OnnxEncoder`."""

    def tag_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor: ...
    def sentiment_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple: ...


@dataclass(frozen=True)
class Calibration:
    """Parameters that the engine needs in addition to the weights."""

    names_temperature: float
    polarity_temperature: float
    polarity_bias: list[float]
    thresholds: list[float]


def ner_test_sets(data: Path) -> dict[str, tuple[list[corpora.NerExample], frozenset[str]]]:
    """By name, examples with their original labels, and the types that are scored."""
    owners = {owner.name: owner for owner in NER_DATASETS}
    tests = {
        "ewt.dev": (corpora.read_ner_file(data, "ewt.dev", owners["ewt"]), CORE_TYPES),
        **{
            f"uner-{language}.dev": (
                corpora.read_ner_file(data, f"uner-{language}.dev", owners[f"uner-{language}"]), CORE_TYPES
            )
            for language in ("pt", "sv", "da")
        },
        "wnut17.test": (corpora.read_ner_file(data, "wnut17.test", owners["wnut17"]), WNUT_TYPES),
        "btc.dev": (corpora.read_ner_file(data, "btc.dev", owners["btc"]), CORE_TYPES),
    }  # fmt: skip
    plain = corpora.LexiconPatterns()
    for name in ("germeval", "redocred", "crossner-politics", "crossner-music", "crossner-literature", "crossner-ai"):
        _, held = corpora.read_ner_dataset(data, owners[name], plain)
        kinds = CORE_TYPES if name in ("germeval", "redocred") else owners[name].annotated - {"FACILITY", "NATIONALITY"}
        tests[f"{name}.tenth"] = (held, kinds)
    return tests


def polarity_test_sets(data: Path) -> dict[str, list[SentimentExample]]:
    return {
        "sst5": corpora.read_polarity(data, "sst5.dev"),
        "semeval": corpora.read_polarity(data, "semeval.dev"),
        **{f"umsab-{one}": corpora.read_polarity(data, f"umsab-{one}.dev") for one in UMSAB_LANGUAGES},
    }


def expected_calibration_error(confidence: np.ndarray, hit: np.ndarray) -> float:
    """Expected calibration error over 15 bins (Guo et al. 2017)."""
    bins = np.minimum(BINS - 1, (confidence * BINS).astype(int))
    gaps = [abs((hit[bins == one] - confidence[bins == one]).sum()) for one in range(BINS)]
    return float(sum(gaps) / max(1, len(confidence)))


def calibrated_probabilities(logits: np.ndarray, temperature: float, bias: list[float] | np.ndarray) -> np.ndarray:
    """Probabilities of the three classes after the temperature and a bias for the outer classes."""
    shift = np.array([bias[0], bias[0], bias[1], bias[2], bias[2]], np.float32)
    return evaluate.three_classes((logits + shift) / temperature)


def log_loss(probabilities: np.ndarray, gold: np.ndarray) -> float:
    return float(-np.log(np.maximum(1e-9, probabilities[np.arange(len(gold)), gold])).mean())


def fit_polarity(logits: dict[str, np.ndarray], gold: dict[str, np.ndarray]) -> tuple[float, list[float]]:
    """Temperature and biases with the lowest mean log loss over the data sets, equally weighted."""
    best = (np.inf, 1.0, [0.0, 0.0, 0.0])
    for temperature in TEMPERATURES[::3]:
        for negative in np.arange(-0.6, 0.61, 0.1):
            for positive in np.arange(-0.6, 0.61, 0.1):
                bias = [float(negative), 0.0, float(positive)]
                loss = float(np.mean([log_loss(calibrated_probabilities(logits[one], temperature, bias), gold[one]) for one in logits]))
                if loss < best[0]:
                    best = (loss, float(temperature), bias)
    return best[1], best[2]


@torch.no_grad()
def fit_ner_temperature(encoder: EncoderProtocol, tests: dict, tokenizer: UnigramTokenizer) -> float:
    """Temperature with the lowest log loss over the allowed tags."""
    rows = []
    for name in ("ewt.dev", "uner-pt.dev", "uner-da.dev", "germeval.tenth"):
        encoded = [
            encode_ner(
                join_tokens(list(one.tokens), list(one.labels), natural=True), DATASET_NUMBER[one.set.name], tokenizer
            )
            for one in tests[name][0][::4]
        ]
        encoded = [one for one in encoded if len(one.ids) > 2]
        for group in evaluate.length_batches([len(one.ids) for one in encoded]):
            batch = collate_ner([encoded[at] for at in group])
            logits = encoder.tag_logits(batch.ids, batch.mask).float().flatten(0, 1)[batch.token_indices]
            rows.append((logits, batch.allowed))
    logits = torch.cat([one for one, _ in rows])
    allowed = torch.cat([one for _, one in rows])

    def loss(temperature: float) -> float:
        tempered = logits / temperature
        return float((torch.logsumexp(tempered, -1) - torch.logsumexp(tempered + allowed, -1)).mean())

    return float(min(TEMPERATURES, key=loss))


def emotion_gold(examples: list[SentimentExample]) -> np.ndarray:
    return np.array([[name in one.emotions for name in EMOTIONS] for one in examples])


def sigmoid(logits: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-logits))


def calibrate(encoder: EncoderProtocol, data: Path, tokenizer: UnigramTokenizer) -> Calibration:
    logits, gold = {}, {}
    for name, examples in polarity_test_sets(data).items():
        logits[name] = evaluate.predict_sentiment(encoder, examples[::2], tokenizer)[0]
        gold[name] = evaluate.gold_classes(examples[::2])
    temperature, bias = fit_polarity(logits, gold)
    go = corpora.read_emotions(data, "goemotions.dev")[::2]
    emotion_probabilities = sigmoid(evaluate.predict_sentiment(encoder, go, tokenizer)[1])
    thresholds = evaluate.best_thresholds(emotion_gold(go), emotion_probabilities)
    return Calibration(
        round(fit_ner_temperature(encoder, ner_test_sets(data), tokenizer), 4),
        round(temperature, 4),
        [round(one, 3) for one in bias],
        [round(float(one), 3) for one in thresholds],
    )


def measure(encoder: EncoderProtocol, data: Path, tokenizer: UnigramTokenizer, chosen: Calibration) -> dict[str, float]:
    """All figures of the scorecard, by name."""
    figures: dict[str, float] = {}
    for name, (examples, kinds) in ner_test_sets(data).items():
        figures[f"names {name} F1"] = evaluate.score_entities(encoder, examples, tokenizer, kinds, MERGED_TYPES).f1
    recalls, confidences, hits = [], [], []
    for name, examples in polarity_test_sets(data).items():
        rows = examples if name == "sst5" else examples[1::2]
        probabilities = calibrated_probabilities(
            evaluate.predict_sentiment(encoder, rows, tokenizer)[0], chosen.polarity_temperature, chosen.polarity_bias
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
    # With only 162 rows per language, the error of a single language would be mostly noise.
    figures["polarity calibration error, all odd rows"] = expected_calibration_error(np.concatenate(confidences), np.concatenate(hits))
    go = corpora.read_emotions(data, "goemotions.dev")[1::2]
    predicted_labels = sigmoid(evaluate.predict_sentiment(encoder, go, tokenizer)[1]) >= np.array(chosen.thresholds)
    figures["emotions goemotions macro-F1"] = evaluate.macro_f1(emotion_gold(go), predicted_labels)
    return {name: round(value, 4) for name, value in figures.items()}
