"""The reference tokenizer: the pruned vocabulary in the unigram model of `tokenizers`, with character offsets.

Text is split into clusters (a character and the following marks, composed by NFC where that shortens them), every code point
is mapped by the normalization table, spaces split words, and each word is prefixed with U+2581 and segmented by the best
total score. `packages/nlp/src/encoder/tokenizer` does the same in TypeScript; a fixture written by
`write_tokenizer_fixture.py` checks that both agree.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import Unigram
from vocabulary import read_vocabulary

BOS, PAD, EOS, UNK = 0, 1, 2, 3
# Maximum number of marks in a cluster; composition is quadratic in them.
MARKS_MAX = 30
WORD_MARK = "\u2581"


@dataclass(frozen=True)
class Encoded:
    """Subword ids without <s> and </s>, and the range of code points that each covers in the text."""

    ids: list[int]
    starts: list[int]
    ends: list[int]


class UnigramTokenizer:
    """Encodes text. Segmentations of words are cached, so one instance serves a whole training run."""

    def __init__(self, vocabulary: Path) -> None:
        subwords, scores, table = read_vocabulary(vocabulary)
        self.subwords = subwords
        self.model = Tokenizer(Unigram(list(zip(subwords, scores, strict=True)), unk_id=UNK, byte_fallback=False))
        self.table = table
        self.words: dict[str, tuple[tuple[int, int], ...]] = {}

    def normalize(self, text: str) -> tuple[list[str], list[int], list[int]]:
        """Normalized characters with the start and end of their source."""
        characters: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        while at < len(text):
            end = at + 1
            while end < len(text) and end - at <= MARKS_MAX and unicodedata.category(text[end])[0] == "M":
                end += 1
            cluster = text[at:end]
            composed = unicodedata.normalize("NFC", cluster) if end > at + 1 else cluster
            whole = len(composed) < len(cluster)
            for step, character in enumerate(composed if whole else cluster):
                if 0xD800 <= ord(character) <= 0xDFFF:
                    character = "\ufffd"
                for target in self.table.get(ord(character), (ord(character),)):
                    characters.append(chr(target))
                    starts.append(at if whole else at + step)
                    ends.append(end if whole else at + step + 1)
            at = end
        return characters, starts, ends

    def segment(self, word: str) -> tuple[tuple[int, int], ...]:
        """(id, characters) of each subword of a word that begins with the word mark."""
        known = self.words.get(word)
        if known is not None:
            return known
        encoding = self.model.encode(word, add_special_tokens=False)
        found = tuple((number, end - start) for number, (start, end) in zip(encoding.ids, encoding.offsets, strict=True))
        if len(word) < 40 and len(self.words) < 2_000_000:
            self.words[word] = found
        return found

    def encode(self, text: str) -> Encoded:
        """Ids and code point offsets; a word mark alone has an empty range at the start of its word."""
        if text.isascii() and text.isprintable():
            characters: list[str] | str = text
            origin = None
        else:
            characters, origin_starts, origin_ends = self.normalize(text)
            origin = (origin_starts, origin_ends)
        joined = "".join(characters)
        ids: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for word in joined.split(" "):
            if word == "":
                at += 1
                continue
            position = at
            first = True
            for number, length in self.segment(WORD_MARK + word):
                covered = length - 1 if first else length
                first = False
                ids.append(number)
                if origin is None:
                    starts.append(position)
                    ends.append(position + covered)
                else:
                    start = origin[0][position] if position < len(joined) else len(text)
                    starts.append(start)
                    ends.append(origin[1][position + covered - 1] if covered > 0 else start)
                position += covered
            at += len(word) + 1
        return Encoded(ids, starts, ends)


def utf16_offsets(text: str) -> np.ndarray:
    """The UTF-16 offset of every code point of a text, and of its end."""
    return np.cumsum([0, *(2 if ord(character) > 0xFFFF else 1 for character in text)])
