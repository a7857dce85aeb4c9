"""Lines in scripts that the scripts recognizer does not read: it is trained to return blanks for them, so that its score is low."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
from draw_line import render
from fonts import FontFace, covers

# First and last letter, and the name in the file names of the Noto fonts. Lao and Cherokee are left out: their letters resemble Thai and Latin.
RANGES = {
    "georgian": (0x10D0, 0x10F0, "Georgian"), "armenian": (0x561, 0x586, "Armenian"), "tamil": (0xB85, 0xBB9, "Tamil"),
    "bengali": (0x995, 0x9B9, "Bengali"), "amharic": (0x1200, 0x1256, "Ethiopic"), "telugu": (0xC15, 0xC39, "Telugu"),
    "kannada": (0xC95, 0xCB9, "Kannada"), "malayalam": (0xD15, 0xD39, "Malayalam"), "gujarati": (0xA95, 0xAB9, "Gujarati"),
    "gurmukhi": (0xA15, 0xA39, "Gurmukhi"), "sinhala": (0xD9A, 0xDC6, "Sinhala"), "khmer": (0x1780, 0x17A2, "Khmer"),
    "burmese": (0x1000, 0x1020, "Myanmar"), "tibetan": (0xF40, 0xF69, "Tibetan"),
    "han": (0x4E00, 0x9FA5, "CJK"), "kana": (0x3042, 0x30F3, "CJK"),
}  # fmt: skip
# Not trained on, to measure whether other scripts are rejected as well.
HELD_OUT_SCRIPTS = ("amharic", "gujarati")


class UnknownScripts:
    """Draws lines of random words in the given scripts."""

    def __init__(self, fonts: Path, names: list[str]) -> None:
        self.faces: dict[str, list[FontFace]] = {}
        for name in names:
            first, last, label = RANGES[name]
            paths = [*sorted(fonts.rglob(f"NotoS*{label}-*.tt?")), *sorted(fonts.rglob("wqy-microhei.ttc") if label == "CJK" else ())]
            faces = [FontFace(str(path), 0, path.stem, "", ()) for path in paths]
            self.faces[name] = [face for face in faces if covers(face, chr(first) + chr(last))]
        self.names = [name for name in names if self.faces[name]]

    def draw(self, name: str, rng: random.Random) -> tuple[np.ndarray, str]:
        """Returns a line of height 48 and its text."""
        first, last, _ = RANGES[name]
        while True:
            face = rng.choice(self.faces[name])
            words = ["".join(self._letter(first, last, rng) for _ in range(rng.randint(2, 8))) for _ in range(rng.randint(1, 4))]
            text = " ".join(words)
            image = render(text, face.path, face.index, "latin", rng) if covers(face, text) else None
            if image is not None:
                return image, text

    @staticmethod
    def _letter(first: int, last: int, rng: random.Random) -> str:
        while True:
            char = chr(rng.randint(first, last))
            if char.isalpha():
                return char
