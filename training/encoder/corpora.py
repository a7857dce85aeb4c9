"""Reads the public data sets into two kinds of example: named entities, and sentiment and emotions of a whole text.

Each data set lists the types that it annotates, because it carries no information about the others: outside its own types,
a token may be unnamed or of any other type, and the loss allows both (see `losses.py`).
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ENTITY_TYPES = ("PERSON", "ORGANIZATION", "LOCATION", "FACILITY", "NATIONALITY", "EVENT", "WORK_OF_ART", "PRODUCT")
TAGS = ("O", *(f"{part}-{name}" for name in ENTITY_TYPES for part in "BI"))
# Types of other data sets that are not names.
OUTSIDE_TYPES = frozenset(("DATE", "TIME", "NUMBER", "NUMERIC", "MONEY", "QUANTITY", "ORDINAL", "PERCENT"))
# Ends a token that is joined to the next one without a space (U+2060, word joiner).
GLUE = "\u2060"

EMOTIONS = (
    "admiration", "amusement", "anger", "annoyance", "approval", "caring", "confusion", "curiosity", "desire",
    "disappointment", "disapproval", "disgust", "embarrassment", "excitement", "fear", "gratitude", "grief", "joy",
    "love", "nervousness", "optimism", "pride", "realization", "relief", "remorse", "sadness", "surprise", "neutral",
)  # fmt: skip

POLARITY_CLASSES = ("very negative", "negative", "neutral", "positive", "very positive", "mixed")
# Weight of each class that a label allows. In sets of three classes, a neutral text may also be mixed.
POLARITY = {
    "very negative": (1, 0, 0, 0, 0, 0),
    "negative of five": (0, 1, 0, 0, 0, 0),
    "neutral": (0, 0, 1, 0, 0, 0),
    "positive of five": (0, 0, 0, 1, 0, 0),
    "very positive": (0, 0, 0, 0, 1, 0),
    "negative": (1, 1, 0, 0, 0, 0),
    "positive": (0, 0, 0, 1, 1, 0),
    "mixed": (0, 0, 0, 0, 0, 1),
    "neutral or mixed": (0, 0, 1, 0, 0, 0.25),
}
# Weight of each class against which a label is compared: a set of two classes says little about the others.
ALL_CLASSES = (1, 1, 1, 1, 1, 1)
TWO_CLASSES = (1, 1, 0.5, 1, 1, 0.1)


@dataclass(frozen=True)
class NerDataset:
    """A data set of named entities: annotated types, weight in sampling, and whether every tenth sentence is held out."""

    name: str
    files: tuple[str, ...]
    language: str
    annotated: frozenset[str]
    weight: float = 1.0
    holds_back_tenth: bool = False


@dataclass(frozen=True)
class NerExample:
    """Tokens with one label each: a tag of TAGS, or `?` for an annotated type that is not one of ours."""

    tokens: tuple[str, ...]
    labels: tuple[str, ...]
    set: NerDataset


@dataclass(frozen=True)
class SentimentExample:
    """A text with the labels of its data set, None where it has none, and the emotions that the data set annotates."""

    text: str
    polarity: tuple[float, ...] | None = None
    compared: tuple[float, ...] = ALL_CLASSES
    emotions: tuple[str, ...] | None = None
    annotated: frozenset[str] = frozenset(EMOTIONS)
    affect: tuple[float, float, float] | None = None
    source: str = ""
    language: str = "en"


@dataclass
class LexiconPatterns:
    """Word lists that label types without annotations: demonyms, head words of facilities and of events."""

    demonyms: dict[str, frozenset[str]] = field(default_factory=dict)
    facility: dict[str, re.Pattern[str]] = field(default_factory=dict)
    event: dict[str, re.Pattern[str]] = field(default_factory=dict)


HANDLE = re.compile(r"@\w")
NLP_LEXICON = Path(__file__).parents[2] / "packages" / "nlp" / "src" / "entities" / "lexicon" / "languages"
LEXICON = Path(__file__).parent / "lexicon"
LEXICON_LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl")


def read_lexicon_patterns(nlp_lexicon: Path = NLP_LEXICON, heads_folder: Path = LEXICON) -> LexiconPatterns:
    """The demonyms of the engine and the head words of facilities and events."""
    demonyms = {
        language: json.loads((nlp_lexicon / f"{language}.data.json").read_text(encoding="utf-8"))["demonyms"]
        for language in LEXICON_LANGUAGES
    }
    return LexiconPatterns(
        {language: frozenset(words) for language, words in demonyms.items()},
        head_patterns(heads_folder / "facility-words.data.json"),
        head_patterns(heads_folder / "event-words.data.json"),
    )


# Shorter endings also occur in names of towns: Hamburg, Bremerhaven, Amsterdam.
COMPOUND_MIN = 6


def head_patterns(path: Path) -> dict[str, re.Pattern[str]]:
    """By language, a pattern of names of several words with a head word at the end or beginning, or compounds of one."""
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


def label_tokens(tokens: list[str], tags: list[str], owner: NerDataset, words: LexiconPatterns) -> list[str]:
    """Maps the labels of a data set to our types and adds rule-based labels: facilities, events and nationalities."""
    labels = ["O"] * len(tokens)
    at = 0
    while at < len(tokens):
        if tags[at] == "O":
            at += 1
            continue
        end = at + 1
        while end < len(tokens) and tags[end].startswith("I-"):
            end += 1
        kind = map_entity_type(tags[at][2:], " ".join(tokens[at:end]), owner, words)
        for inside in range(at, end):
            labels[inside] = kind if kind in ("?", "O") else f"{'B' if inside == at else 'I'}-{kind}"
        at = end
    demonyms = words.demonyms.get(owner.language, frozenset())
    for at, token in enumerate(tokens):
        # Handles are annotated as persons or not at all; the engine finds them as mentions by pattern.
        if HANDLE.match(token):
            labels[at] = "O"
            if at + 1 < len(tokens) and labels[at + 1].startswith("I-"):
                labels[at + 1] = f"B{labels[at + 1][1:]}"
        if labels[at] in ("O", "?") and token in demonyms and token[:1].isupper():
            labels[at] = "B-NATIONALITY"
    return labels


def map_entity_type(kind: str, text: str, owner: NerDataset, words: LexiconPatterns) -> str:
    """Our type of an annotated span; `?` if it may be any type that is not annotated, `O` for dates and numbers."""
    if kind in OUTSIDE_TYPES:
        return "O"
    if text in words.demonyms.get(owner.language, frozenset()) and kind in ("MISC", "LOCATION"):
        return "NATIONALITY" if kind == "MISC" else kind
    if kind == "LOCATION" and has_head(words.facility, owner.language, text):
        return "FACILITY"
    if kind == "MISC" and has_head(words.event, owner.language, text):
        return "EVENT"
    return kind if kind in ENTITY_TYPES else "?"


def has_head(patterns: dict[str, re.Pattern[str]], language: str, text: str) -> bool:
    pattern = patterns.get(language)
    return pattern is not None and pattern.search(text) is not None


def read_tokens(row: dict) -> tuple[str, ...]:
    """The tokens of a row. One that is not followed by a space, where the row has that information, ends with `GLUE`."""
    tokens = row["tokens"]
    spaces = row.get("space_after")
    if spaces is None:
        return tuple(tokens)
    last = len(tokens) - 1
    return tuple(token if space or at == last else token + GLUE for at, (token, space) in enumerate(zip(tokens, spaces, strict=True)))


def read_ner_dataset(folder: Path, owner: NerDataset, words: LexiconPatterns) -> tuple[list[NerExample], list[NerExample]]:
    """Training examples and, for data sets with a held-out tenth, every tenth sentence."""
    training: list[NerExample] = []
    held: list[NerExample] = []
    for file in owner.files:
        for number, row in enumerate(read_rows(folder / "ner", file)):
            labels = label_tokens(row["tokens"], row["tags"], owner, words)
            example = NerExample(read_tokens(row), tuple(labels), owner)
            (held if owner.holds_back_tenth and number % 10 == 9 else training).append(example)
    return training, held


def read_ner_file(folder: Path, file: str, owner: NerDataset) -> list[NerExample]:
    """A development or test file with its original labels."""
    return [NerExample(read_tokens(row), tuple(row["tags"]), owner) for row in read_rows(folder / "ner", file)]
