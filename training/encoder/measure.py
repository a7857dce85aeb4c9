"""The figures of the scorecard: whole sets for names, odd rows for sentiment and emotions, which even rows were fitted on."""

from __future__ import annotations

from pathlib import Path

import corpora
import evaluate
import numpy as np
from calibrate import Calibration, EncoderProtocol, calibrated_probabilities, emotion_sets, polarity_sets, predict_by_group, sigmoid, thinned
from corpora import EMOTIONS
from monitor import MERGED_TYPES
from ner_datasets import CORE, DEVELOPMENT_FILES, NER_DATASETS, OWN_DATASETS
from own_names import read_own_names
from own_texts import HELD_OUT
from sentiment_datasets import ANNOTATED_EMOTIONS
from tokenizer import UnigramTokenizer

WNUT_TYPES = CORE | {"PRODUCT", "WORK_OF_ART"}
BINS = 15
# Sets with two classes, measured as accuracy of the sign.
TWO_CLASS_SETS = ("sst5", "nsmc-ko", "sentiweibo-zh")


def ner_test_sets(data: Path) -> dict[str, tuple[list[corpora.NerExample], frozenset[str]]]:
    """By name, examples with their original labels, and the types that are scored."""
    owners = {owner.name: owner for owner in NER_DATASETS}
    tests = {file: (thinned(corpora.read_ner_file(data, file, owners[file.split(".")[0]]), 800), CORE) for file in DEVELOPMENT_FILES}
    tests["wnut17.test"] = (corpora.read_ner_file(data, "wnut17.test", owners["wnut17"]), WNUT_TYPES)
    plain = corpora.LexiconPatterns()
    for name in ("germeval", "redocred", "crossner-politics", "crossner-music", "crossner-literature", "crossner-ai"):
        _, held = corpora.read_ner_dataset(data, owners[name], plain)
        kinds = CORE if name in ("germeval", "redocred") else owners[name].annotated - {"FACILITY", "NATIONALITY"}
        tests[f"{name}.tenth"] = (held, kinds)
    tests["own"] = ([one for owner in OWN_DATASETS for one in read_own_names(owner, HELD_OUT)], frozenset(corpora.ENTITY_TYPES))
    return tests


def expected_calibration_error(confidence: np.ndarray, hit: np.ndarray) -> float:
    """Expected calibration error over 15 bins (Guo et al. 2017)."""
    bins = np.minimum(BINS - 1, (confidence * BINS).astype(int))
    gaps = [abs((hit[bins == one] - confidence[bins == one]).sum()) for one in range(BINS)]
    return float(sum(gaps) / max(1, len(confidence)))


def measure_names(encoder: EncoderProtocol, data: Path, tokenizer: UnigramTokenizer) -> dict[str, float]:
    return {
        f"names {name} F1": evaluate.score_entities(encoder, examples, tokenizer, kinds, {} if name == "own" else MERGED_TYPES).f1
        for name, (examples, kinds) in ner_test_sets(data).items()
    }


def measure_polarity(encoder: EncoderProtocol, data: Path, tokenizer: UnigramTokenizer, chosen: Calibration) -> dict[str, float]:
    pooled: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {}
    for group, sets in predict_by_group(encoder, polarity_sets(data, "test", 1), tokenizer, emotions=False).items():
        fitted = chosen.groups[group]
        for name, (logits, gold) in sets.items():
            probabilities = calibrated_probabilities(logits, fitted.polarity_temperature, fitted.polarity_bias)
            pooled.setdefault(name, []).append((probabilities, gold))
    figures: dict[str, float] = {}
    confidences, hits = [], []
    for name, parts in pooled.items():
        probabilities, gold = (np.concatenate([part[at] for part in parts]) for at in (0, 1))
        predicted = probabilities.argmax(1)
        if name in TWO_CLASS_SETS:
            polar = gold != evaluate.NEUTRAL
            right = (probabilities[polar, evaluate.POSITIVE] > probabilities[polar, evaluate.NEGATIVE]) == (gold[polar] == evaluate.POSITIVE)
            figures[f"polarity {name} sign accuracy"] = float(right.mean())
        elif name in ("everyday", "own"):
            figures[f"polarity {name} accuracy"] = float((predicted == gold).mean())
            figures.update({f"polarity {name} {label} F1": value for label, value in evaluate.f1_of_labels(gold, predicted).items()})
        else:
            figures[f"polarity {name} macro recall"] = evaluate.macro_recall(gold, predicted)
        confidences.append(probabilities.max(1))
        hits.append(predicted == gold)
    figures["polarity calibration error"] = expected_calibration_error(np.concatenate(confidences), np.concatenate(hits))
    return figures


def measure_emotions(encoder: EncoderProtocol, data: Path, tokenizer: UnigramTokenizer, chosen: Calibration) -> dict[str, float]:
    """Macro F1 over the labels that a set annotates and that occur."""
    pooled: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {}
    for group, sets in predict_by_group(encoder, emotion_sets(data, 1), tokenizer, emotions=True).items():
        fitted = chosen.groups[group]
        for name, (logits, gold) in sets.items():
            predicted = sigmoid(logits / fitted.emotions_temperature) >= np.array(fitted.thresholds)
            pooled.setdefault(name, []).append((predicted, gold))
    figures = {}
    for name, parts in pooled.items():
        predicted, gold = (np.concatenate([part[at] for part in parts]) for at in (0, 1))
        columns = [at for at, label in enumerate(EMOTIONS) if label in ANNOTATED_EMOTIONS[name] and gold[:, at].any()]
        figures[f"emotions {name} macro-F1"] = evaluate.macro_f1(gold[:, columns], predicted[:, columns]) if columns else 0.0
    return figures


def measure(encoder: EncoderProtocol, data: Path, tokenizer: UnigramTokenizer, chosen: Calibration) -> dict[str, float]:
    """All figures of the scorecard, by name."""
    figures = {
        **measure_names(encoder, data, tokenizer),
        **measure_polarity(encoder, data, tokenizer, chosen),
        **measure_emotions(encoder, data, tokenizer, chosen),
    }
    for kind in ("names", "polarity", "emotions"):
        values = [value for name, value in figures.items() if name.startswith(kind) and "error" not in name and "everyday" not in name and "own" not in name]
        figures[f"{kind} mean of the sets"] = float(np.mean(values))
    return {name: round(value, 4) for name, value in figures.items()}
