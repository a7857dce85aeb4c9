"""Reads own sentences with names of all types, which public sets hardly annotate: `named-texts/<language>.data.json`.

A name is marked inline, `[Olympiastadion|FACILITY]`, and every name of a sentence is marked. The odd half of each file is never trained
on: `HELD_OUT` is the evaluation set.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from corpora import ENTITY_TYPES, GLUE, NerDataset, NerExample
from words import is_inside_word, is_word

NAMED_TEXTS = Path(__file__).parent / "named-texts"
MARK = re.compile(r"\[([^\[\]|]+)\|([A-Z_]+)\]")
# Variation selectors, the joiner and the enclosing key belong to the character before them.
EMOJI_JOINERS = "\ufe0e\ufe0f\u200d\u20e3"
# Weight in sampling: the sets are small, and all of their types are annotated.
WEIGHT = 2.0


def own_name_datasets(folder: Path = NAMED_TEXTS) -> tuple[NerDataset, ...]:
    """A data set for each language that has a file."""
    languages = sorted(path.name.split(".")[0] for path in folder.glob("*.data.json"))
    return tuple(NerDataset(f"own-{language}", (), language, frozenset(ENTITY_TYPES), WEIGHT) for language in languages)


def read_own_names(owner: NerDataset, half: int, folder: Path = NAMED_TEXTS) -> list[NerExample]:
    """Every other sentence of a language, from `half` (0 or 1) on."""
    sentences = json.loads((folder / f"{owner.language}.data.json").read_text(encoding="utf-8"))
    return [parse_marked(sentence, owner) for sentence in sentences[half::2]]


def parse_marked(sentence: str, owner: NerDataset) -> NerExample:
    """Tokens and tags of a sentence with marks. Raises ValueError for an unknown type."""
    tokens: list[str] = []
    labels: list[str] = []
    spaced = True

    def add(text: str, kind: str | None) -> None:
        nonlocal spaced
        first = True
        for token in split_tokens(text):
            if token.isspace():
                spaced = True
                continue
            if tokens and not spaced:
                tokens[-1] += GLUE
            tokens.append(token)
            labels.append("O" if kind is None else f"{'B' if first else 'I'}-{kind}")
            first = spaced = False

    at = 0
    for mark in MARK.finditer(sentence):
        if mark[2] not in ENTITY_TYPES:
            raise ValueError(f"{mark[2]} is no type: {sentence}")
        add(sentence[at : mark.start()], None)
        add(mark[1], mark[2])
        at = mark.end()
    add(sentence[at:], None)
    return NerExample(tuple(tokens), tuple(labels), owner)


def split_tokens(text: str) -> list[str]:
    """Words, single characters of scripts without spaces, other characters, and runs of white space."""
    tokens: list[str] = []
    for at, character in enumerate(text):
        if at > 0 and continues_token(text[at - 1], character):
            tokens[-1] += character
        else:
            tokens.append(character)
    return tokens


def continues_token(before: str, character: str) -> bool:
    if character.isspace() or before.isspace():
        return character.isspace() and before.isspace()
    return is_inside_word(before, character) or (character in EMOJI_JOINERS and not is_word(before))
