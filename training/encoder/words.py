"""Words, each of which gets one tag: runs of letters, digits and marks; in scripts without spaces, every subword.

Chinese, Japanese, Thai, Lao, Khmer and Burmese put no spaces between words, and Korean joins particles to names. A boundary next
to a letter of these scripts may be a boundary of a name, unless a mark (such as a Thai vowel sign) follows it.
`packages/nlp/src/encoder/tagging/align-words.ts` does the same.
"""

from __future__ import annotations

import unicodedata

# Thai, Lao; Burmese; Hangul jamo; Khmer; kana, Hangul compatibility jamo, Han; Hangul syllables; compatibility and rarer Han.
UNSPACED = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1100, 0x11FF), (0x1780, 0x17FF), (0x3005, 0x3007), (0x3040, 0x318F), (0x31F0, 0x31FF),
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F), (0x20000, 0x3FFFF),
)  # fmt: skip


def is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def is_word(character: str) -> bool:
    return character.isalnum() or is_mark(character)


def is_unspaced(character: str) -> bool:
    code = ord(character)
    return code >= 0x0E00 and any(first <= code <= last for first, last in UNSPACED)


def is_inside_word(before: str, after: str) -> bool:
    """Whether the boundary between two characters is inside a word."""
    if not (is_word(before) and is_word(after)):
        return False
    return is_mark(after) or not (is_unspaced(before) or is_unspaced(after))


def is_word_start(text: str, start: int, end: int) -> bool:
    """Whether a subword begins a word: it is not empty and does not continue one."""
    return start < end and not (start > 0 and is_inside_word(text[start - 1], text[start]))
