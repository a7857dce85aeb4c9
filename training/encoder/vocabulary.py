"""Prunes the base model's vocabulary to the scripts of Quern's languages and writes it with its embeddings.

Kept are subwords of the scripts in `SCRIPTS` with their marks, digits, symbols and emoji: all single characters, all subwords of
the scripts without spaces and of Hebrew, and of the other scripts those into which frequent words of Quern's languages are
segmented. The rarest of the rest are dropped until `SUBWORDS_MAX` remain: their text is segmented into smaller subwords.
"""

from __future__ import annotations

import struct
import unicodedata
from pathlib import Path

import numpy as np
from base_encoder import BaseEncoder, split_blocks
from tokenizers import Tokenizer
from tokenizers.models import Unigram
from wordfreq import top_n_list

SUBWORDS_MAX = 176_000
SPECIALS = 4
SPACE = 0x20
# In addition to the base model's map: characters that are white space or invisible.
EXTRA_NORMALIZATION: dict[int, tuple[int, ...]] = {0x00: (), 0x0B: (SPACE,), 0x85: (SPACE,)}
# Scripts of which all subwords stay.
WHOLE_SCRIPTS = ("CJK UNIFIED", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "HEBREW")
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARABIC", "DEVANAGARI", *WHOLE_SCRIPTS)
EXTRA_LETTERS = ("COMBINING", "MODIFIER LETTER", "FEMININE", "MASCULINE", "IDEOGRAPHIC", "HALFWIDTH", "FULLWIDTH", "CJK COMPATIBILITY")
NEUTRAL = ("N", "P", "S", "Z")
FOREIGN_LETTERS = ("L", "M")
LANGUAGES = (
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko", "nb", "nl", "pl", "pt",
    "ro", "ru", "sh", "sk", "sl", "sv", "tr", "uk", "vi", "zh",
)  # fmt: skip
WORDS_PER_LANGUAGE = 25_000


def is_kept_character(character: str) -> bool:
    """Whether a character belongs to a kept script or to none."""
    category = unicodedata.category(character)
    name = unicodedata.name(character, "")
    if category[0] in FOREIGN_LETTERS:
        return name.startswith(SCRIPTS) or name.startswith(EXTRA_LETTERS)
    if category[0] == "N" and category != "No":
        known = (*SCRIPTS, "ARABIC-INDIC", "EXTENDED ARABIC", "IDEOGRAPHIC", "FULLWIDTH")
        return character.isascii() or name.startswith(known)
    return category[0] in NEUTRAL or character == "\u200d"


def is_whole_script(character: str) -> bool:
    return unicodedata.name(character, "").startswith(WHOLE_SCRIPTS)


def find_frequent_subwords(base: BaseEncoder) -> set[int]:
    """The subwords into which the frequent words of each language are segmented."""
    model = Tokenizer(Unigram([(raw.decode("utf-8", "replace"), float(score)) for raw, score in zip(base.subwords, base.scores, strict=True)], unk_id=3))
    words = {form for language in LANGUAGES for word in top_n_list(language, WORDS_PER_LANGUAGE) for form in (word, word[:1].upper() + word[1:])}
    encodings = model.encode_batch([f"\u2581{word}" for word in sorted(words)], add_special_tokens=False)
    return {number for encoding in encodings for number in encoding.ids}


def select_subwords(base: BaseEncoder, subwords_max: int = SUBWORDS_MAX) -> np.ndarray:
    """Ids of the base's pieces that stay, ascending; the four specials come first."""
    kept: list[int] = []
    rest: list[int] = []
    frequent = find_frequent_subwords(base)
    for number, raw in enumerate(base.subwords):
        if number < SPECIALS or number >= len(base.subwords) - 1:
            continue
        text = raw.decode("utf-8", "replace")
        if text == "" or not all(is_kept_character(character) for character in text):
            continue
        stays = len(text.lstrip("\u2581")) <= 1 or number in frequent or any(is_whole_script(one) for one in text)
        (kept if stays else rest).append(number)
    rest.sort(key=lambda number: (-base.scores[number], number))
    remaining = max(0, subwords_max - SPECIALS - len(kept))
    print(f"vocabulary: {len(kept)} subwords stay, {min(remaining, len(rest))} of {len(rest)} others", flush=True)
    return np.array([*range(SPECIALS), *sorted([*kept, *rest[:remaining]])], np.int64)


def normalization_map(base: BaseEncoder) -> dict[int, tuple[int, ...]]:
    """The normalization map of the base model with our additions; U+2581, the internal word mark, maps to a space."""
    return {**base.normalization, **EXTRA_NORMALIZATION}


def write_vocabulary(base: BaseEncoder, ids: np.ndarray, path: Path) -> None:
    """Writes `vocabulary.bin`: magic QVOC, u32 version, subwords, map entries, blob bytes, targets; then the tables."""
    blob = b"".join(base.subwords[i] for i in ids)
    offsets = np.cumsum([0, *(len(base.subwords[i]) for i in ids)])
    table = sorted(normalization_map(base).items())
    starts = np.cumsum([0, *(len(targets) for _, targets in table)])
    targets = [target for _, row in table for target in row]
    with path.open("wb") as out:
        out.write(struct.pack("<4s5I", b"QVOC", 1, len(ids), len(table), len(blob), len(targets)))
        out.write(base.scores[ids].astype("<f4").tobytes())
        out.write(offsets.astype("<u4").tobytes())
        out.write(blob + b"\0" * (-len(blob) % 4))
        out.write(np.array([code for code, _ in table], "<u4").tobytes())
        out.write(starts.astype("<u4").tobytes())
        out.write(np.array(targets, "<u4").tobytes())


def read_vocabulary(path: Path) -> tuple[list[str], list[float], dict[int, tuple[int, ...]]]:
    """Reads subwords, scores and normalization map from a file."""
    data = path.read_bytes()
    magic, version, count, entries, blob_bytes, target_count = struct.unpack_from("<4s5I", data, 0)
    if magic != b"QVOC" or version != 1:
        raise ValueError(f"not a vocabulary: magic {magic!r}, version {version}")
    at = 24
    scores = np.frombuffer(data, "<f4", count, at)
    at += 4 * count
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += 4 * (count + 1)
    blob = data[at : at + blob_bytes]
    at += blob_bytes + (-blob_bytes % 4)
    codes = np.frombuffer(data, "<u4", entries, at)
    at += 4 * entries
    starts = np.frombuffer(data, "<u4", entries + 1, at)
    at += 4 * (entries + 1)
    targets = np.frombuffer(data, "<u4", target_count, at)
    subwords = [blob[offsets[i] : offsets[i + 1]].decode() for i in range(count)]
    table = {int(codes[i]): tuple(int(t) for t in targets[starts[i] : starts[i + 1]]) for i in range(entries)}
    return subwords, [float(score) for score in scores], table


def write_embeddings(base: BaseEncoder, ids: np.ndarray, path: Path) -> None:
    """Writes `embeddings.bin`, the base's own 4-bit rows: magic QEMB, u32 version, rows, hidden, block; scales; nibbles."""
    _, _, raw = base.tensors["emb.word"]
    scales, nibbles = split_blocks(raw)
    row_blocks = base.hidden // 32
    with path.open("wb") as out:
        out.write(struct.pack("<4s4I", b"QEMB", 1, len(ids), base.hidden, 32))
        out.write(scales.reshape(-1, row_blocks)[ids].astype("<f2").tobytes())
        out.write(nibbles.reshape(-1, row_blocks * 16)[ids].tobytes())
