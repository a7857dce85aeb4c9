"""Augments training text to resemble user input: natural spacing, casing, typos, missing punctuation, substituted names.

Everything takes the generator that decides, so a seed fixes an epoch.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from corpora import GLUE

NO_SPACE_BEFORE = re.compile(r"^(?:[.,!?;:%)\]}»”’]+|\.\.\.|n[’']t|[’'](?:s|m|d|ll|re|ve|t)|['’]s)$", re.IGNORECASE)
NO_SPACE_AFTER = re.compile(r"^[(\[{«“‘$£€#]$")
SENTENCE_END = re.compile(r"[.!?…]+$")


@dataclass(frozen=True)
class LabeledText:
    """A text with annotated spans (start, end, label); `?` for an unspecified type."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


def join_tokens(tokens: list[str], labels: list[str], natural: bool) -> LabeledText:
    """Joins tokens to text, with single spaces or with natural spacing; a token that ends with `GLUE` gets none."""
    parts: list[str] = []
    spans: list[tuple[int, int, str]] = []
    length = 0
    quoted = False
    glue = True
    for token, label in zip(tokens, labels, strict=True):
        glued = token.endswith(GLUE)
        token = token.removesuffix(GLUE)
        if token == "":
            continue
        is_quote = token in ('"', "''", "``")
        shown = '"' if natural and is_quote else token
        tight = glue or (natural and (NO_SPACE_BEFORE.match(token) is not None or (is_quote and quoted)))
        if not tight:
            parts.append(" ")
            length += 1
        glue = glued or (natural and (NO_SPACE_AFTER.match(token) is not None or (is_quote and not quoted)))
        if is_quote:
            quoted = not quoted
        start, length = length, length + len(shown)
        parts.append(shown)
        if label == "O":
            continue
        kind = label if label == "?" else label[2:]
        if label != "?" and label[0] == "I" and spans and spans[-1][2] == kind:
            spans[-1] = (spans[-1][0], length, kind)
        else:
            spans.append((start, length, kind))
    return LabeledText("".join(parts), tuple(spans))


def substitute_mentions(
    tokens: list[str], labels: list[str], pool: dict[str, list[tuple[str, ...]]], rng: random.Random
) -> tuple[list[str], list[str]]:
    """Substitutes some mentions with others of the same type and language."""
    out_tokens: list[str] = []
    out_labels: list[str] = []
    at = 0
    while at < len(tokens):
        label = labels[at]
        if label[0] != "B" or label[2:] not in pool:
            out_tokens.append(tokens[at])
            out_labels.append(label)
            at += 1
            continue
        end = at + 1
        while end < len(tokens) and labels[end] == f"I-{label[2:]}":
            end += 1
        mention = list(tokens[at:end])
        if rng.random() < 0.5:
            mention = list(rng.choice(pool[label[2:]]))
            mention[-1] = mention[-1].removesuffix(GLUE) + (GLUE if tokens[end - 1].endswith(GLUE) else "")
        out_tokens.extend(mention)
        out_labels.extend([label, *[f"I-{label[2:]}"] * (len(mention) - 1)])
        at = end
    return out_tokens, out_labels


def augment_case(tokens: list[str], rng: random.Random) -> list[str]:
    """Lowercases one text in ten and writes a few in capitals or title case."""
    choice = rng.random()
    if choice < 0.08:
        return [token.lower() for token in tokens]
    if choice < 0.11:
        return [token.upper() for token in tokens]
    if choice < 0.135:
        return [token[:1].upper() + token[1:] if len(token) > 3 else token for token in tokens]
    return tokens


def add_typos(tokens: list[str], rng: random.Random) -> list[str]:
    """Adds a typo to about one long word in eight, in a few texts."""
    if rng.random() > 0.04:
        return tokens
    return [add_typo(token, rng) if len(token) > 3 and token.isalpha() and rng.random() < 0.12 else token for token in tokens]


def add_typo(word: str, rng: random.Random) -> str:
    at = rng.randrange(1, len(word) - 1)
    kind = rng.random()
    if kind < 0.4:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind < 0.75:
        return word[:at] + word[at + 1 :]
    return word[:at] + word[at] + word[at:]


def drop_final_punctuation(tokens: list[str], labels: list[str], rng: random.Random) -> tuple[list[str], list[str]]:
    """Drops the final period of some texts, as in chats and headlines."""
    if len(tokens) > 2 and rng.random() < 0.08 and SENTENCE_END.fullmatch(tokens[-1]):
        return tokens[:-1], labels[:-1]
    return tokens, labels


def augment_text(text: str, rng: random.Random) -> str:
    """The same for texts of the sentiment data sets: spacing of tokenized sets, casing, typos, final period."""
    words = text.split(" ")
    if rng.random() < 0.6 and (" ." in text or " ," in text or " n't" in text):
        words = join_tokens(words, ["O"] * len(words), natural=True).text.split(" ")
        if words and rng.random() < 0.7:
            words[0] = words[0][:1].upper() + words[0][1:]
    if rng.random() < 0.06:
        words = [word.lower() for word in words]
    words = add_typos(words, rng)
    joined = " ".join(words)
    return SENTENCE_END.sub("", joined) if rng.random() < 0.06 else joined
