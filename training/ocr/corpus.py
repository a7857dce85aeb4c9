"""Lines of text for rendering: sentences of the data sets, words of word lists, and synthetic content, per script.

Sentences whose hash falls into one of fifty buckets are held out for the dev set. `language/sentences.dev` is never read.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import wordfreq
from alphabet import Alphabet, normalize, split_columns
from synthetic import synthetic_line

SCRIPTS: dict[str, dict[str, float]] = {
    "hangul": {"ko": 1},
    "arabic": {"ar": 5, "fa": 4, "ur": 3},
    "devanagari": {"hi": 1},
    "thai": {"th": 1},
    "cyrillic": {"ru": 4, "uk": 3, "bg": 2, "mk": 2, "sr": 2, "be": 1, "kk": 1, "mn": 1, "ky": 1, "tg": 1},
    "hebrew": {"he": 1},
    "greek": {"el": 1},
    "latin": {
        "en": 3, "de": 2, "fr": 2, "es": 2, "pt": 2, "it": 1, "nl": 1, "pl": 2, "cs": 2, "sk": 2, "hu": 2, "ro": 3, "hr": 1, "tr": 3,
        "fi": 1, "sv": 1, "da": 1, "no": 1, "is": 2, "lv": 2, "lt": 2, "vi": 6, "ca": 1, "id": 1, "sl": 1,
    },
}  # fmt: skip
WORD_LIST_NAMES = {"no": "nb", "sr": "sh", "hr": "sh"}
WORD_COUNT = 60_000
HELD_OUT_BUCKETS = 50
LETTERS = {
    "be": "абвгдеёжзійклмнопрстуўфхцчшыьэюя’", "kk": "аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя",
    "mn": "абвгдеёжзийклмноөпрстуүфхцчшщъыьэюя", "ky": "абвгдеёжзийклмнңоөпрстуүфхцчшщъыьэюя",
    "tg": "абвгғдеёжзиӣйкқлмнопрстуӯфхҳчҷшъэюя", "sr": "абвгдђежзијклљмнњопрстћуфхцчџш", "mk": "абвгдѓежзѕијклљмнњопрстќуфхцчџшѐѝ",
}  # fmt: skip


SPACED_PUNCTUATION = re.compile(r" ([.,;:!?؟،।)])(?= |$)")


def _bucket(sentence: str) -> int:
    return int.from_bytes(hashlib.sha256(sentence.encode()).digest()[:4], "big") % HELD_OUT_BUCKETS


def _row_text(row: dict) -> str:
    if "text" in row:
        return row["text"]
    tokens = row.get("tokens", [])
    spaces = row.get("space_after", [1] * len(tokens))
    return "".join(token + " " * bool(space) for token, space in zip(tokens, spaces, strict=False))


# Data sets for which no license is stated. The shipped weights are older than this rule.
WITHOUT_LICENSE = ("sst5", "cr-mpqa")


def read_sentences(data: Path) -> dict[str, list[str]]:
    """Returns the normalized sentences or paragraphs of all data sets by language."""
    sentences: dict[str, list[str]] = defaultdict(list)
    files = [*data.glob("ner/*.jsonl.gz"), *data.glob("sentiment/*.jsonl.gz"), *data.glob("emotion/*.jsonl.gz"), *data.glob("summary/glossary.*.gz")]
    files = [file for file in files if file.name.split(".")[0] not in WITHOUT_LICENSE]
    for path in sorted(files):
        if "imdb" in path.name or "semeval" in path.name or "redocred" in path.name:
            continue
        with gzip.open(path, "rt", encoding="utf-8") as rows:
            for row in map(json.loads, rows):
                text = normalize(_row_text(row))
                if len(text) >= 4:
                    sentences[row.get("lang", "en")].append(text)
    return sentences


@lru_cache(maxsize=64)
def word_list(language: str) -> tuple[list[str], list[float]]:
    """Returns frequent words of a language with sampling weights (the square root of their rank's frequency)."""
    name = WORD_LIST_NAMES.get(language, language)
    if name not in wordfreq.available_languages("best"):
        return [], []
    words = [normalize(word) for word in wordfreq.top_n_list(name, WORD_COUNT)]
    words = [word for word in words if word]
    return words, [1 / (rank + 40) ** 0.6 for rank in range(len(words))]


def _script_letters(script: str) -> tuple[int, int]:
    return {
        "hangul": (0xAC00, 0xD7A3), "arabic": (0x600, 0x6FF), "devanagari": (0x900, 0x97F), "thai": (0xE00, 0xE7F),
        "cyrillic": (0x400, 0x4FF), "hebrew": (0x590, 0x5FF), "greek": (0x370, 0x3FF), "latin": (0x41, 0x24F),
    }[script]  # fmt: skip


def contains_script(text: str, script: str) -> bool:
    first, last = _script_letters(script)
    return any(first <= ord(char) <= last for char in text)


class Corpus:
    """Draws normalized lines of a script that the alphabet can encode."""

    def __init__(self, data: Path, alphabet: Alphabet, held_out: bool = False) -> None:
        self.alphabet = alphabet
        self.held_out = held_out
        self.sentences: dict[str, list[str]] = {}
        languages = {language: script for script, members in SCRIPTS.items() for language in members}
        for language, texts in read_sentences(data).items():
            script = languages.get(language)
            if script is None:
                continue
            kept = [text for text in texts if (_bucket(text) == 0) == held_out and contains_script(text, script)]
            self.sentences[language] = kept
        self.columns = {script: self._script_columns(script) for script in SCRIPTS}
        self.rare: dict[str, dict[str, list[str]]] = {}

    def _script_columns(self, script: str) -> list[str]:
        first, last = _script_letters(script)
        more = {"latin": range(0x1E00, 0x1EFA), "hangul": range(0x3131, 0x3164)}.get(script, range(0))
        return [
            text for text in self.alphabet.classes
            if text and (first <= ord(text[0]) <= last or ord(text[0]) in more) and not (len(text) == 1 and split_columns("x" + text)[-1] != text)
        ]  # fmt: skip

    def _rare_words(self, script: str) -> dict[str, list[str]]:
        """Words by the class that they contain, for classes of a script that are rare in running text."""
        found: dict[str, list[str]] = defaultdict(list)
        for language in SCRIPTS[script]:
            words, _ = word_list(language)
            pool = [*words, *(word for text in self.sentences.get(language, [])[:4000] for word in text.split() if len(word) < 16)]
            for word in dict.fromkeys(pool):
                for column in set(split_columns(word)):
                    if len(found[column]) < 24:
                        found[column].append(word)
        return found

    def line(self, script: str, rng: random.Random) -> str:
        """Returns one line of 1 to about 60 columns."""
        while True:
            text = normalize(self._draw(script, rng))
            if not contains_script(text, script) and rng.random() < 0.85 or len(text) < 3 and rng.random() < 0.7:
                continue
            if text and self.alphabet.encode(text):
                return text

    def _draw(self, script: str, rng: random.Random) -> str:
        languages = SCRIPTS[script]
        language = rng.choices(list(languages), list(languages.values()))[0]
        kind = rng.random()
        sentences = self.sentences.get(language, [])
        if kind < 0.55 and sentences:
            return self._from_sentence(rng.choice(sentences), script, rng)
        if kind < 0.78:
            return self._from_words(language, script, rng)
        if kind < 0.90:
            return synthetic_line(lambda: self._word(language, script, rng), script, rng)
        return self._from_columns(script, rng)

    def _from_sentence(self, text: str, script: str, rng: random.Random) -> str:
        pieces = text.split(" ")
        length = min(rng.choice((4, 8, 12, 18, 26, 34, 42, 52)), 60)
        start = rng.randrange(len(pieces)) if rng.random() < 0.7 else 0
        line = " ".join(pieces[start:])
        if rng.random() < 0.8:
            line = SPACED_PUNCTUATION.sub(r"\1", line)
        columns = split_columns(line)
        if len(columns) > length:
            offset = rng.randrange(len(columns) - length) if script == "thai" and rng.random() < 0.6 else 0
            cut = length
            if script != "thai":
                while cut < len(columns) and cut < length + 12 and columns[cut] != " ":
                    cut += 1
            columns = columns[offset : offset + cut]
        return self._vary_case("".join(columns), rng)

    @staticmethod
    def _vary_case(line: str, rng: random.Random) -> str:
        draw = rng.random()
        return line.upper() if draw < 0.08 else line.title() if draw < 0.11 else line

    def _word(self, language: str, script: str, rng: random.Random) -> str:
        if language in LETTERS and rng.random() < (0.35 if word_list(language)[0] and script != "cyrillic" else 0.6):
            words, weights = word_list("ru" if rng.random() < 0.5 else "uk")
            word = rng.choices(words[:20000], weights[:20000])[0]
            letters = LETTERS[language]
            return "".join(rng.choice(letters) if char not in letters or rng.random() < 0.12 else char for char in word)
        words, weights = word_list(language)
        if not words or (script == "thai"):
            sentences = self.sentences.get(language) or self.sentences["th" if script == "thai" else "en"]
            columns = split_columns(rng.choice(sentences).replace(" ", ""))
            start = rng.randrange(len(columns))
            return "".join(columns[start : start + rng.randint(1, 7)])
        if rng.random() < 0.25:
            return rng.choice(words)
        return rng.choices(words, weights)[0]

    def _from_words(self, language: str, script: str, rng: random.Random) -> str:
        count = rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, 7))
        words = [self._word(language, script, rng) for _ in range(count)]
        if rng.random() < 0.45:
            if script not in self.rare:
                self.rare[script] = self._rare_words(script)
            rare = self.rare[script]
            column = rng.choice(self.columns[script])
            if rare.get(column):
                words[rng.randrange(count)] = rng.choice(rare[column])
        case = rng.random()
        if case < 0.35:
            words = [word[:1].upper() + word[1:] for word in words]
        elif case < 0.55:
            words[0] = words[0][:1].upper() + words[0][1:]
        elif case < 0.70:
            words = [word.upper() for word in words]
        if rng.random() < 0.12 and script != "latin":
            latin, weights = word_list("en")
            words[rng.randrange(count)] = rng.choice((str.title, str.upper, str))(rng.choices(latin, weights)[0])
        mark = {"arabic": "،؛؟.", "devanagari": "।,.!", "greek": ",.;·", "thai": " "}.get(script, ",.;:!?")
        joint = "" if script == "thai" and rng.random() < 0.6 else " "
        line = ""
        for index, word in enumerate(words):
            if rng.random() < 0.06:
                word = rng.choice(("({})", "[{}]", "«{}»", "“{}”", '"{}"', "‘{}’", "„{}“", "'{}'")).format(word)
            line += word + (rng.choice(mark) if rng.random() < 0.15 else "") + (joint if index < count - 1 else "")
        return line

    def _from_columns(self, script: str, rng: random.Random) -> str:
        columns = self.columns[script]
        words = []
        for _ in range(rng.randint(1, 4)):
            words.append("".join(rng.choice(columns) for _ in range(rng.randint(1, 6))))
        if rng.random() < 0.3:
            punctuation = [text for text in self.alphabet.classes[1:] if len(text) == 1 and not text.isalnum() and ord(text) not in range(0x300, 0x1000)]
            words.insert(rng.randrange(len(words) + 1), "".join(rng.choice(punctuation) for _ in range(rng.randint(1, 3))))
        return " ".join(words)


def corpus_lines(data: Path) -> Iterator[str]:
    """Yields all training sentences and word lists, from which the alphabet counts its columns."""
    for texts in read_sentences(data).values():
        yield from texts
    for language in ("hi", "ur", "fa", "ar", "ko", "he"):
        yield from word_list(language)[0]
