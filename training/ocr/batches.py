"""Reads shards of rendered lines and groups them into batches of similar width."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from draw_line import HEIGHT
from torch import Tensor

BATCH_WIDTH = 13_000
# Few different widths keep the cache of compiled kernels small.
WIDTH_MULTIPLE = 32
COLOR_SHARE = 0.4


@dataclass
class Batch:
    """`images`: (lines, 3, 48, width) in -1..1, padded on the right with 0; `labels`: classes of all lines, concatenated."""

    images: Tensor
    labels: Tensor
    lengths: Tensor
    scripts: list[int]


def _colorize(line: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Turns gray (48, width) in 0..255 into three channels with a random tint; contrast stays above half of the original."""
    gain = generator.uniform(0.55, 1, (3, 1, 1)).astype(np.float32)
    offset = generator.uniform(0, 1, (3, 1, 1)).astype(np.float32) * (255 - 255 * gain)
    return line[None] * gain + offset


def read_shard(path: Path) -> list[tuple[np.ndarray, np.ndarray, int]]:
    """Returns (image, labels, script) of every line of a shard."""
    with np.load(path) as shard:
        pixels, widths, labels, lengths, scripts = (shard[name] for name in ("pixels", "widths", "labels", "lengths", "scripts"))
    ends, label_ends = np.cumsum(widths.astype(np.int64) * HEIGHT), np.cumsum(lengths)
    return [
        (pixels[end - width * HEIGHT : end].reshape(HEIGHT, width), labels[last - length : last], int(script))
        for end, width, last, length, script in zip(ends, widths.astype(np.int64), label_ends, lengths, scripts, strict=True)
    ]


def make_batch(lines: list[tuple[np.ndarray, np.ndarray, int]], generator: np.random.Generator | None) -> Batch:
    """:param generator: for random colors and padding; None for plain gray lines."""
    width = max(line[0].shape[1] for line in lines) + (int(generator.integers(0, 40)) if generator else 0)
    width = -(-width // WIDTH_MULTIPLE) * WIDTH_MULTIPLE
    images = np.zeros((len(lines), 3, HEIGHT, width), np.float32)
    for row, (image, _, _) in zip(images, lines, strict=True):
        gray = image.astype(np.float32)
        value = _colorize(gray, generator) if generator and generator.random() < COLOR_SHARE else gray[None]
        row[:, :, : image.shape[1]] = value / 127.5 - 1
    return Batch(
        torch.from_numpy(images),
        torch.from_numpy(np.concatenate([line[1] for line in lines]).astype(np.int64)),
        torch.tensor([len(line[1]) for line in lines]),
        [line[2] for line in lines],
    )


def group_by_width(lines: list[tuple[np.ndarray, np.ndarray, int]], batch_width: int = BATCH_WIDTH) -> list[list[tuple[np.ndarray, np.ndarray, int]]]:
    """Sorts lines by width and cuts them into groups of at most `batch_width` pixels together, with padding."""
    groups: list[list[tuple[np.ndarray, np.ndarray, int]]] = []
    for line in sorted(lines, key=lambda item: item[0].shape[1]):
        if not groups or (len(groups[-1]) + 1) * (line[0].shape[1] + 20) > batch_width:
            groups.append([])
        groups[-1].append(line)
    return groups


class ShardStream:
    """Yields batches without end: unread shards first, in order, then random old ones.

    `consumed` in the folder states for the renderer how many shards were read.
    """

    def __init__(self, folder: Path, consumed: int = 0, shards_at_once: int = 2) -> None:
        self.folder = folder
        self.consumed = consumed
        self.shards_at_once = shards_at_once
        self.repeated = 0

    def _next_path(self) -> Path:
        paths = sorted(self.folder.glob("shard-*.npz"))
        fresh = [path for path in paths if int(path.stem.split("-")[1]) >= self.consumed]
        if fresh:
            self.consumed = int(fresh[0].stem.split("-")[1]) + 1
            (self.folder / "consumed").write_text(str(self.consumed))
            return fresh[0]
        self.repeated += 1
        return random.choice(paths)

    def batches(self, seed: int) -> Iterator[Batch]:
        generator = np.random.default_rng(seed)
        while True:
            lines = [line for _ in range(self.shards_at_once) for line in read_shard(self._next_path())]
            groups = group_by_width(lines)
            for index in generator.permutation(len(groups)):
                yield make_batch(groups[index], generator)
