"""Groups of languages, each with its own parameters, since a network is not equally sure in all of them.

A text belongs to the first group that names its language, if that is known, or else to the first that names the script of most of
its letters, and to the last one if none does. The engine does the same.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class LanguageGroup:
    """Languages (ISO 639-1) and scripts (Unicode property values) of a group."""

    name: str
    languages: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


GROUPS = (
    LanguageGroup("english", languages=("en",)),
    LanguageGroup("malay", languages=("id", "ms")),
    LanguageGroup("cyrillic-greek", scripts=("Cyrillic", "Greek")),
    LanguageGroup("cjk", scripts=("Han", "Hiragana", "Katakana", "Hangul")),
    LanguageGroup("thai", scripts=("Thai",)),
    LanguageGroup("hebrew-arabic-devanagari", scripts=("Hebrew", "Arabic", "Devanagari")),
    LanguageGroup("latin", scripts=("Latin",)),
)


def script_of(character: str) -> str:
    """The script of a letter, from its name."""
    name = unicodedata.name(character, "")
    if name.startswith("CJK UNIFIED"):
        return "Han"
    return name.split(" ")[0].capitalize()


def group_of(text: str, language: str | None) -> str:
    """The name of the group of a text."""
    for group in GROUPS:
        if language in group.languages:
            return group.name
    scripts = Counter(script_of(one) for one in text if one.isalpha())
    if scripts:
        script = max(scripts, key=lambda one: scripts[one])
        for group in GROUPS:
            if script in group.scripts:
                return group.name
    return GROUPS[-1].name
