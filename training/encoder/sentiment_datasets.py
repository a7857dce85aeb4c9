"""The data sets of sentiment and emotions: what each annotates, and how much it weighs in sampling.

Sets of two classes are compared with the other classes at a lower weight, because they say little about neutral texts. Emotions
of other inventories are mapped to the names of GoEmotions where they correspond; the rest is left out, and the loss covers only
the emotions that a set annotates.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from corpora import ALL_CLASSES, EMOTIONS, POLARITY, TWO_CLASSES, SentimentExample, read_rows

UMSAB_LANGUAGES = ("ar", "de", "es", "fr", "hi", "it", "pt")
# Data sets for which no license is stated: they are measured, but not trained on.
WITHOUT_LICENSE = ("sst5", "cr-mpqa", "imdb")
# Sets without a development file.
WITHOUT_DEVELOPMENT = ("lcc-da",)
XED_LANGUAGES = (
    "ar", "cs", "da", "de", "el", "es", "fa", "fi", "fr", "he", "hr", "hu", "id", "it", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sr", "sv",
    "th", "tr", "vi", "zh",
)  # fmt: skip
SIX_EMOTIONS = frozenset(("anger", "disgust", "fear", "joy", "sadness", "surprise"))
# The emotions of GoEmotions that each set annotates.
ANNOTATED_EMOTIONS = {
    **{f"xed-{language}": SIX_EMOTIONS for language in XED_LANGUAGES},
    "xed-fi": SIX_EMOTIONS | {"neutral"},
    "hebert-he": SIX_EMOTIONS | {"neutral"},
    "cedr-ru": SIX_EMOTIONS - {"disgust"} | {"neutral"},
    "redv2-ro": SIX_EMOTIONS - {"disgust"} | {"neutral"},
    "emot-id": frozenset(("anger", "fear", "joy", "love", "sadness")),
    "kote-ko": frozenset(EMOTIONS) - {"amusement", "desire", "love"},
    "goemotions": frozenset(EMOTIONS),
    "own": frozenset(EMOTIONS) - {"neutral"},
}
# Two-class sets, or sets with so few neutral texts that their absence means little.
POLAR_SETS = ("nsmc-ko", "sentiweibo-zh", "omilab-he")
POLARITY_WEIGHTS = {
    "semeval": 2.5, **{f"umsab-{language}": 2.0 for language in UMSAB_LANGUAGES},
    "nsmc-ko": 2.2, "smsa-id": 0.8, "wisesight-th": 1.5, "omilab-he": 1.0, "hebert-he": 0.7, "husst-hu": 1.6, "arsarcasm-ar": 0.9,
    "rusentne-ru": 1.0, "lcc-da": 1.0, "sentiweibo-zh": 1.6, "asap-zh": 1.5,
}  # fmt: skip
EMOTION_WEIGHTS = {
    "goemotions": 3.5, "kote-ko": 1.0, "cedr-ru": 1.0, "emot-id": 1.0, "redv2-ro": 1.0, "hebert-he": 1.0,
    **{f"xed-{language}": 0.35 for language in XED_LANGUAGES},
}  # fmt: skip


def read_polarity(folder: Path, file: str) -> list[SentimentExample]:
    """A file of labeled texts, `<set>.<split>`."""
    name = file.split(".")[0]
    compared = TWO_CLASSES if name in POLAR_SETS else ALL_CLASSES
    examples = []
    for row in read_rows(folder / "sentiment", file):
        label = row["label"]
        if name == "sst5" and label in ("negative", "positive"):
            label = f"{label} of five"
        if label == "neutral":
            label = "neutral or mixed"
        examples.append(SentimentExample(row["text"], polarity=POLARITY[label], compared=compared, source=name, language=row["lang"]))
    return examples


def read_emotions(folder: Path, file: str) -> list[SentimentExample]:
    """A file of texts with emotions, `<set>.<split>`."""
    name = file.split(".")[0]
    annotated = ANNOTATED_EMOTIONS[name]
    return [
        SentimentExample(
            row["text"], emotions=tuple(one for one in row["labels"] if one in annotated), annotated=annotated,
            source=name, language=row.get("lang", "en"),
        )
        for row in read_rows(folder / "emotion", file)
    ]  # fmt: skip


def read_affect(folder: Path, file: str) -> list[SentimentExample]:
    """EmoBank's valence, arousal and dominance, 1..5, as -1..1."""
    return [
        SentimentExample(
            row["text"],
            affect=tuple((row[name] - 3.0) / 2.0 for name in ("valence", "arousal", "dominance")),
            source="emobank",
        )
        for row in read_rows(folder / "emotion", file)
    ]


def without(examples: Iterable[SentimentExample], texts: set[str]) -> list[SentimentExample]:
    """The examples whose text is not one of `texts`."""
    return [replace(one) for one in examples if one.text not in texts]


def read_sure_english(path: Path) -> list[SentimentExample]:
    """The texts that `label_english.py` labeled; none if it did not run."""
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [SentimentExample(row["text"], polarity=POLARITY[row["label"]], source="english") for row in rows]


def read_sentiment_datasets(folder: Path) -> list[tuple[list[SentimentExample], float]]:
    """All training data sets with their weights in sampling, without texts that also occur in development files."""
    held = {one.text for name in POLARITY_WEIGHTS if name not in WITHOUT_DEVELOPMENT for one in read_polarity(folder, f"{name}.dev")}
    return [
        *((without(read_polarity(folder, f"{name}.train"), held), weight) for name, weight in POLARITY_WEIGHTS.items()),
        *((read_emotions(folder, f"{name}.train"), weight) for name, weight in EMOTION_WEIGHTS.items()),
        (read_affect(folder, "emobank.train"), 0.5),
    ]
