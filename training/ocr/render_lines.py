"""Renders lines of text as the detector would cut them out of pages, in shards for training.

A shard is an `.npz` with `pixels` (uint8, lines of height 48 one after the other, each row-major), `widths`, `labels` (class
numbers, concatenated), `lengths`, `scripts` (index into SCRIPT_NAMES) and, for the dev set, `texts`.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from alphabet import Alphabet
from corpus import SCRIPTS, Corpus
from draw_line import HEIGHT, STEP_WIDTH, WIDTH_MAX, render
from fonts import FontLibrary, index_fonts
from unknown_scripts import HELD_OUT_SCRIPTS, RANGES, UnknownScripts

UNKNOWN = "unknown"
SCRIPT_NAMES = (*SCRIPTS, UNKNOWN)
# Share of the training lines. Hangul has most classes; columns and joined letters are harder than separate ones.
SHARES = {"hangul": 21, "arabic": 17, "devanagari": 15, "thai": 16, "cyrillic": 9, "hebrew": 7, "greek": 5, "latin": 10, UNKNOWN: 4}
SHARD_LINES = 1000


@dataclass
class RenderedLine:
    """A line of height 48 and its classes from left to right."""

    image: np.ndarray
    labels: list[int]
    script: str
    text: str


def steps_needed(labels: list[int]) -> int:
    """The fewest steps in which CTC can emit the labels: one each and a blank between equal neighbors."""
    return len(labels) + sum(a == b for a, b in zip(labels, labels[1:], strict=False))


class LineSource:
    """Draws rendered lines of a script."""

    def __init__(self, corpus: Corpus, fonts: FontLibrary, alphabet: Alphabet, unknown: UnknownScripts) -> None:
        self.corpus, self.fonts, self.alphabet, self.unknown = corpus, fonts, alphabet, unknown

    def draw(self, script: str, rng: random.Random) -> RenderedLine:
        """Returns a line with its labels; lines of unknown scripts have none."""
        if script == UNKNOWN:
            image, text = self.unknown.draw(rng.choice(self.unknown.names), rng)
            return RenderedLine(image, [], script, text)
        while True:
            text = self.corpus.line(script, rng)
            face = self.fonts.draw(script, text, rng)
            if face is None:
                continue
            try:
                image = render(text, face.path, face.index, script, rng)
            except OSError:
                continue
            labels = self.alphabet.encode(text)
            if image is None or not labels:
                continue
            needed = steps_needed(labels) * STEP_WIDTH
            if image.shape[1] < needed * 1.05:
                width = round(needed * 1.1)
                if width > 1.35 * image.shape[1] or width > WIDTH_MAX:
                    continue
                image = cv2.resize(image, (width, HEIGHT))
            return RenderedLine(image, labels, script, text)


def write_shard(path: Path, lines: list[RenderedLine]) -> None:
    temporary = path.with_suffix(".tmp.npz")
    np.savez(
        temporary,
        pixels=np.concatenate([line.image.reshape(-1) for line in lines]),
        widths=np.array([line.image.shape[1] for line in lines], np.int32),
        labels=np.concatenate([np.array(line.labels, np.int16) for line in lines]),
        lengths=np.array([len(line.labels) for line in lines], np.int32),
        scripts=np.array([SCRIPT_NAMES.index(line.script) for line in lines], np.int8),
        texts=np.array([line.text for line in lines]),
    )
    temporary.rename(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dev", type=int, default=0, help="write a dev set with this many lines per script, then stop")
    parser.add_argument("--shards", type=int, default=0, help="stop after this many shards")
    parser.add_argument("--ahead", type=int, default=20, help="shards to keep unread")
    parser.add_argument("--kept", type=int, default=120, help="shards to keep on disk")
    parser.add_argument("--lines", type=int, default=SHARD_LINES, help="lines per shard")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    alphabet = Alphabet.read()
    held_out = arguments.dev > 0
    corpus = Corpus(arguments.data, alphabet, held_out)
    unknown = UnknownScripts(arguments.fonts, [name for name in RANGES if (name in HELD_OUT_SCRIPTS) == held_out])
    source = LineSource(corpus, FontLibrary(index_fonts(arguments.fonts), held_out), alphabet, unknown)
    arguments.out.mkdir(parents=True, exist_ok=True)
    if held_out:
        rng = random.Random(arguments.seed)
        lines = [source.draw(script, rng) for script in SCRIPTS for _ in range(arguments.dev)]
        write_shard(arguments.out / "dev.npz", lines)
        return
    shards = sorted(arguments.out.glob("shard-*.npz"))
    number = int(shards[-1].stem.split("-")[1]) + 1 if shards else 0
    made = 0
    while not arguments.shards or made < arguments.shards:
        consumed = arguments.out / "consumed"
        if number - (int(consumed.read_text() or 0) if consumed.exists() else 0) >= arguments.ahead and not arguments.shards:
            time.sleep(5)
            continue
        rng = random.Random(arguments.seed * 1_000_003 + number)
        shares = {script: share for script, share in SHARES.items() if script != UNKNOWN or unknown.names}
        scripts = rng.choices(list(shares), list(shares.values()), k=arguments.lines)
        write_shard(arguments.out / f"shard-{number:06}.npz", [source.draw(script, rng) for script in scripts])
        number, made = number + 1, made + 1
        for old in sorted(arguments.out.glob("shard-*.npz"))[: -arguments.kept]:
            old.unlink()


if __name__ == "__main__":
    main()
