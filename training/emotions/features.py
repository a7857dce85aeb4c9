"""Text to hashed features. `hash-features.ts` of the sentiment engine does exactly the same, and both are held
to `packages/engines/src/sentiment/fixtures/feature-hashes.json`."""

import json
import unicodedata
from functools import lru_cache
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[2] / "packages/engines/src/sentiment"
_NEGATORS = json.loads((ENGINE / "negators.data.json").read_text("utf8"))
NEGATORS = frozenset(_NEGATORS["words"])
SCOPE = _NEGATORS["scopeTokens"]
CLITICS = frozenset(("n't", "'s", "'re", "'ve", "'ll", "'d", "'m"))
STOPS = frozenset(".,;:!?()")
TOKEN_MAX = 40
FNV_OFFSET, FNV_PRIME, MASK = 0x811C9DC5, 0x01000193, 0xFFFFFFFF  # 32-bit FNV-1a (RFC 9923)


@lru_cache(maxsize=None)
def _kind(char: str) -> str:
    """w: part of a word, s: space, x: dropped, p: anything else (a token of its own)."""
    code = ord(char)
    if code in (0xFE0F, 0x200C, 0x200D) or 0x1F3FB <= code <= 0x1F3FF:
        return "x"
    if char in "_'":
        return "w"
    category = unicodedata.category(char)
    if category[0] in "LMN":
        return "w"
    if category[0] == "Z" or category == "Cc":
        return "s"
    return "p"


def tokenize(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text.replace("\u2019", "'")).lower()
    tokens: list[str] = []
    current: list[str] = []
    kind_before = "s"
    for char in folded:
        kind = _kind(char)
        if kind == "x":
            continue
        if unicodedata.category(char) == "Nd":
            char = "0"
        same_run = kind == kind_before and (kind == "w" or (current and current[-1] == char))
        if not same_run or len(current) >= TOKEN_MAX:
            if current:
                _push(tokens, "".join(current))
            current = []
        if kind != "s" and not (len(current) >= 2 and current[-1] == char and current[-2] == char):
            current.append(char)
        kind_before = kind
    if current:
        _push(tokens, "".join(current))
    return tokens


def _push(tokens: list[str], token: str) -> None:
    """Text that was split like a treebank ("do n't", "it 's") is joined again."""
    if token in CLITICS and tokens and _kind(tokens[-1][-1]) == "w":
        tokens[-1] += token
    else:
        tokens.append(token)


def _fnv(state: int, data: bytes) -> int:
    for byte in data:
        state = ((state ^ byte) * FNV_PRIME) & MASK
    return state


_WORD, _NEGATED, _CHAR = (_fnv(FNV_OFFSET, prefix) for prefix in (b"w", b"n", b"c"))


@lru_cache(maxsize=400_000)
def _char_hashes(token: str) -> tuple[int, ...]:
    """Hashes of the 2- to 5-grams of code points of the token between two spaces."""
    units = [char.encode("utf8") for char in f" {token} "]
    hashes = []
    for start in range(len(units)):
        state = _CHAR
        for length, unit in enumerate(units[start : start + 5], 1):
            state = _fnv(state, unit)
            if length >= 2:
                hashes.append(state)
    return tuple(hashes)


def word_hashes(tokens: list[str]) -> set[int]:
    encoded = [token.encode("utf8") for token in tokens]
    hashes = set()
    negated = 0
    for start, token in enumerate(tokens):
        state = _WORD
        for length, unit in enumerate(encoded[start : start + 3]):
            state = _fnv(state if length == 0 else _fnv(state, b" "), unit)
            hashes.add(state)
        if token in NEGATORS or token.endswith("n't"):
            negated = SCOPE
        elif token[0] in STOPS:
            negated = 0
        elif negated > 0:
            negated -= 1
            hashes.add(_fnv(_NEGATED, encoded[start]))
    return hashes


def char_hashes(tokens: list[str]) -> set[int]:
    hashes: set[int] = set()
    for token in tokens:
        if _kind(token[0]) == "w":
            hashes.update(_char_hashes(token))
    return hashes


def features(text: str) -> list[tuple[int, float]]:
    """Hashes with their values: present or not, each of the two groups (words, characters) of length 1."""
    tokens = tokenize(text)
    rows = []
    for group in (word_hashes(tokens), char_hashes(tokens)):
        value = len(group) ** -0.5 if group else 0.0
        rows.extend((hashed, value) for hashed in group)
    return rows
