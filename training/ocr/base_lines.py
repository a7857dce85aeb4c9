"""Rendered lines of the scripts that the base reads, for calibration and comparison of its quantized form."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from alphabet import Alphabet, normalize
from corpus import Corpus, read_sentences
from fonts import FontLibrary, covers, index_fonts
from draw_line import render

GROUPS = ("latin", "greek", "han", "kana")
EAST_ASIAN_SAMPLE = "的一是不了人我在有他日本語東京学国"
LANGUAGES = {"han": "zh", "kana": "ja"}


@dataclass
class TextLine:
    """`image`: gray uint8 of shape (48, width)."""

    image: np.ndarray
    text: str
    group: str


class BaseLineSource:
    """Draws lines of Latin, Greek, Chinese and Japanese text."""

    def __init__(self, data: Path, fonts: Path, held_out: bool) -> None:
        faces = index_fonts(fonts)
        self.corpus = Corpus(data, Alphabet.read(), held_out)
        self.fonts = FontLibrary(faces, held_out)
        self.east_asian = [face for face in faces if covers(face, EAST_ASIAN_SAMPLE) and covers(face, "あいうアイウ")]
        sentences = read_sentences(data)
        self.sentences = {group: [text for text in sentences[language] if len(text) > 8] for group, language in LANGUAGES.items()}

    def draw(self, group: str, rng: random.Random) -> TextLine:
        while True:
            if group in LANGUAGES:
                sentence = normalize(rng.choice(self.sentences[group])).replace(" ", "")
                start = rng.randrange(max(1, len(sentence) - 4))
                text = sentence[start : start + rng.randint(3, 20)]
                face = rng.choice(self.east_asian)
                if not covers(face, text):
                    continue
            else:
                text = self.corpus.line(group, rng)
                face = self.fonts.draw(group, text, rng)
            image = face and render(text, face.path, face.index, group, rng)
            if image is not None:
                return TextLine(image, text, group)

    def draw_all(self, count: int, seed: int) -> list[TextLine]:
        """Returns `count` lines of every group."""
        rng = random.Random(seed)
        return [self.draw(group, rng) for group in GROUPS for _ in range(count)]


def to_input(image: np.ndarray) -> np.ndarray:
    """Returns the recognizer's input (1, 3, 48, width) in -1..1 of a gray line."""
    return np.repeat(image[None, None].astype(np.float32) / 127.5 - 1, 3, 1)
