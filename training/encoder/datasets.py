"""Reads the public sets into two kinds of example: annotated names, and feelings of a whole text.

What each set annotates is written down here, because a set that does not mark a type says nothing about it: outside its
own types a token may be nothing or any of the rest, and the loss leaves that open (see `losses.py`).
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

NAME_TYPES = ("PERSON", "ORGANIZATION", "LOCATION", "FACILITY", "NATIONALITY", "EVENT", "WORK_OF_ART", "PRODUCT")
TAGS = ("O", *(f"{part}-{name}" for name in NAME_TYPES for part in "BI"))
COMMON = frozenset(("PERSON", "ORGANIZATION", "LOCATION", "FACILITY", "NATIONALITY"))

EMOTIONS = (
    "admiration", "amusement", "anger", "annoyance", "approval", "caring", "confusion", "curiosity", "desire",
    "disappointment", "disapproval", "disgust", "embarrassment", "excitement", "fear", "gratitude", "grief", "joy",
    "love", "nervousness", "optimism", "pride", "realization", "relief", "remorse", "sadness", "surprise", "neutral",
)  # fmt: skip

# Which of the five polarity classes a label leaves open, very negative to very positive.
POLARITY = {
    "very negative": (1, 0, 0, 0, 0),
    "negative of five": (0, 1, 0, 0, 0),
    "neutral": (0, 0, 1, 0, 0),
    "positive of five": (0, 0, 0, 1, 0),
    "very positive": (0, 0, 0, 0, 1),
    "negative": (1, 1, 0, 0, 0),
    "positive": (0, 0, 0, 1, 1),
}


@dataclass(frozen=True)
class NameSet:
    """A set of annotated names: what it marks, how often an epoch shows it, whether it is held back by tenths."""

    name: str
    files: tuple[str, ...]
    language: str
    annotated: frozenset[str]
    times: float = 1.0
    holds_back_tenth: bool = False


NAME_SETS = (
    NameSet("ewt", ("ewt.train",), "en", COMMON, 1.3),
    NameSet("uner-pt", ("uner-pt.train",), "pt", COMMON),
    NameSet("uner-sv", ("uner-sv.train",), "sv", COMMON - {"NATIONALITY"}),
    NameSet("uner-da", ("uner-da.train",), "da", COMMON - {"NATIONALITY"}),
    NameSet("germeval", ("germeval14-de.train",), "de", COMMON, 1.0, True),
    NameSet("wnut17", ("wnut17.train", "wnut17.dev"), "en", COMMON | {"PRODUCT", "WORK_OF_ART"}, 1.5),
    NameSet("btc", ("btc.train",), "en", COMMON, 0.7),
    NameSet("redocred", ("redocred.train", "redocred.test"), "en", COMMON, 1.0, True),
    NameSet("crossner-ai", ("crossner-ai.train", "crossner-ai.test"), "en", COMMON | {"PRODUCT", "EVENT"}, 1.0, True),
    NameSet(
        "crossner-literature",
        ("crossner-literature.train", "crossner-literature.test"),
        "en", COMMON | {"WORK_OF_ART", "EVENT"}, 1.0, True,
    ),
    NameSet(
        "crossner-music", ("crossner-music.train", "crossner-music.test"),
        "en", COMMON | {"WORK_OF_ART", "EVENT"}, 1.0, True,
    ),
    NameSet("crossner-politics", ("crossner-politics.train", "crossner-politics.test"), "en", COMMON | {"EVENT"}, 1.0, True),
    NameSet("crossner-science", ("crossner-science.train", "crossner-science.test"), "en", COMMON | {"EVENT"}, 1.0, True),
)  # fmt: skip


@dataclass(frozen=True)
class NameExample:
    """Tokens with one label each: a tag of TAGS, or `?` where the set marks something that is none of our types."""

    tokens: tuple[str, ...]
    labels: tuple[str, ...]
    set: NameSet


@dataclass(frozen=True)
class FeelingExample:
    """A text with what its set says of it; None where it says nothing."""

    text: str
    polarity: tuple[int, ...] | None = None
    emotions: tuple[str, ...] | None = None
    affect: tuple[float, float, float] | None = None
    source: str = ""
    language: str = "en"


@dataclass
class NameWords:
    """Words of the rule families that label what no set marks: demonyms, heads of facilities and of events."""

    demonyms: dict[str, frozenset[str]] = field(default_factory=dict)
    facility: dict[str, re.Pattern[str]] = field(default_factory=dict)
    event: dict[str, re.Pattern[str]] = field(default_factory=dict)


HANDLE = re.compile(r"@\w")
WORD_FILES = Path(__file__).parents[2] / "packages" / "engines" / "src" / "entities"


def read_name_words(folder: Path = WORD_FILES) -> NameWords:
    """The word lists that the rules of the engine use too."""
    demonyms = json.loads((folder / "demonyms.data.json").read_text(encoding="utf-8"))
    return NameWords(
        {language: frozenset(words) for language, words in demonyms.items()},
        head_patterns(folder / "facility-words.data.json"),
        head_patterns(folder / "event-words.data.json"),
    )


# Shorter endings are those of towns too: Hamburg, Bremerhaven, Amsterdam.
COMPOUND_MIN = 6


def head_patterns(path: Path) -> dict[str, re.Pattern[str]]:
    """By language: matches a name of several words with a known head at its end or beginning, or a compound of one."""
    return {
        language: head_pattern(table)
        for language, table in json.loads(path.read_text(encoding="utf-8")).items()
    }


def head_pattern(table: dict[str, list[str]]) -> re.Pattern[str]:
    def any_of(words: set[str]) -> str:
        return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))

    prefixes = {form for word in table.get("prefix", []) for form in (word, word[:1].upper() + word[1:])}
    compounds = {word.lstrip("-") for word in table.get("compoundSuffix", []) if len(word.lstrip("-")) >= COMPOUND_MIN}
    endings = [rf"\S (?:{any_of(set(table.get('suffix', [])))})$", rf"^(?:{any_of(prefixes)}) \S"]
    if compounds:
        endings.append(rf"\w(?:{any_of(compounds)})$")
    return re.compile("|".join(endings))


def read_rows(folder: Path, name: str) -> Iterator[dict]:
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def label_tokens(tokens: list[str], tags: list[str], owner: NameSet, words: NameWords) -> list[str]:
    """Labels of the set in our types, with what rules can add: facilities, events and nationalities."""
    labels = ["O"] * len(tokens)
    at = 0
    while at < len(tokens):
        if tags[at] == "O":
            at += 1
            continue
        end = at + 1
        while end < len(tokens) and tags[end].startswith("I-"):
            end += 1
        kind = rule_type(tags[at][2:], " ".join(tokens[at:end]), owner, words)
        for inside in range(at, end):
            labels[inside] = kind if kind in ("?", "O") else f"{'B' if inside == at else 'I'}-{kind}"
        at = end
    demonyms = words.demonyms.get(owner.language, frozenset())
    for at, token in enumerate(tokens):
        # Some sets call them persons, others nothing; to the engine they are mentions, found by rule.
        if HANDLE.match(token):
            labels[at] = "O"
            if at + 1 < len(tokens) and labels[at + 1].startswith("I-"):
                labels[at + 1] = f"B{labels[at + 1][1:]}"
        if labels[at] in ("O", "?") and token in demonyms and token[:1].isupper():
            labels[at] = "B-NATIONALITY"
    return labels


def rule_type(kind: str, text: str, owner: NameSet, words: NameWords) -> str:
    """Our type of a set's span; `?` for what may be any type the set does not annotate, `O` for dates and numbers."""
    if kind in ("DATE", "NUMBER"):
        return "O"
    if text in words.demonyms.get(owner.language, frozenset()) and kind in ("MISC", "LOCATION"):
        return "NATIONALITY" if kind == "MISC" else kind
    if kind == "LOCATION" and has_head(words.facility, owner.language, text):
        return "FACILITY"
    if kind == "MISC" and has_head(words.event, owner.language, text):
        return "EVENT"
    return kind if kind in NAME_TYPES else "?"


def has_head(patterns: dict[str, re.Pattern[str]], language: str, text: str) -> bool:
    pattern = patterns.get(language)
    return pattern is not None and pattern.search(text) is not None


def read_name_set(folder: Path, owner: NameSet, words: NameWords) -> tuple[list[NameExample], list[NameExample]]:
    """Examples to train on and, of sets that hold back a tenth, every tenth sentence."""
    training: list[NameExample] = []
    held: list[NameExample] = []
    for file in owner.files:
        for number, row in enumerate(read_rows(folder / "ner", file)):
            labels = label_tokens(row["tokens"], row["tags"], owner, words)
            example = NameExample(tuple(row["tokens"]), tuple(labels), owner)
            (held if owner.holds_back_tenth and number % 10 == 9 else training).append(example)
    return training, held


def read_name_file(folder: Path, file: str, owner: NameSet) -> list[NameExample]:
    """A development or test file with the set's own labels and nothing of ours."""
    return [
        NameExample(tuple(row["tokens"]), tuple(row["tags"]), owner) for row in read_rows(folder / "ner", file)
    ]


def read_polarity(folder: Path, file: str, five_classes: bool = False) -> list[FeelingExample]:
    examples = []
    for row in read_rows(folder / "sentiment", file):
        label = row["label"]
        if five_classes and label in ("negative", "positive"):
            label = f"{label} of five"
        examples.append(
            FeelingExample(row["text"], polarity=POLARITY[label], source=row["source"], language=row["lang"])
        )
    return examples


def read_emotions(folder: Path, file: str) -> list[FeelingExample]:
    return [
        FeelingExample(row["text"], emotions=tuple(row["labels"]), source="goemotions")
        for row in read_rows(folder / "emotion", file)
    ]


def read_affect(folder: Path, file: str) -> list[FeelingExample]:
    """EmoBank's valence, arousal and dominance, 1..5, as -1..1."""
    return [
        FeelingExample(
            row["text"],
            affect=tuple((row[name] - 3.0) / 2.0 for name in ("valence", "arousal", "dominance")),
            source="emobank",
        )
        for row in read_rows(folder / "emotion", file)
    ]


UMSAB_LANGUAGES = ("ar", "de", "es", "fr", "hi", "it", "pt")


def read_feelings(folder: Path) -> list[tuple[list[FeelingExample], float]]:
    """All training sets with how often an epoch shows each."""
    return [
        (read_polarity(folder, "sst5.train", five_classes=True), 1.6),
        (read_polarity(folder, "cr-mpqa.train"), 1.0),
        (read_polarity(folder, "semeval.train"), 0.36),
        (read_polarity(folder, "imdb.train"), 0.25),
        *((read_polarity(folder, f"umsab-{language}.train"), 1.3) for language in UMSAB_LANGUAGES),
        (read_emotions(folder, "goemotions.train"), 1.0),
        (read_affect(folder, "emobank.train"), 0.7),
    ]
