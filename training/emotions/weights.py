"""The file format of the models: little-endian, read by `load-linear-model.ts`.

    magic "QLM1", u32 rows, u32 columns, u32 bytes of ids, f32 scale per column, f32 bias per column,
    ids: ascending 32-bit hashes as LEB128 varints of their differences, weights: i8 rows × columns
"""

import hashlib
import json
import struct
from pathlib import Path

import numpy as np
from scipy import sparse


def prune(matrix: sparse.csr_matrix, weights: np.ndarray, rows_max: int) -> np.ndarray:
    """Indices of the rows that matter most: mass of the feature in the training texts times its weights' norm."""
    mass = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=0)).ravel())
    importance = mass * np.linalg.norm(weights, axis=1)
    if len(importance) <= rows_max:
        return np.flatnonzero(importance > 0)
    return np.sort(np.argsort(-importance, kind="stable")[:rows_max])


def quantize(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One scale per column (label), chosen to cut off the largest 0.01 % of weights."""
    scales = np.maximum(np.quantile(np.abs(weights), 0.9999, axis=0), 1e-6).astype(np.float32) / 127
    return np.clip(np.rint(weights / scales), -127, 127).astype(np.int8), scales


def _varints(ids: np.ndarray) -> bytes:
    out = bytearray()
    before = 0
    for value in ids.tolist():
        rest, before = value - before, value
        while rest >= 0x80:
            out.append(rest & 0x7F | 0x80)
            rest >>= 7
        out.append(rest)
    return bytes(out)


def write_model(path: Path, ids: np.ndarray, quantized: np.ndarray, scales: np.ndarray, bias: np.ndarray) -> str:
    packed = _varints(ids)
    body = struct.pack("<4sIII", b"QLM1", *quantized.shape, len(packed))
    body += scales.astype("<f4").tobytes() + np.asarray(bias).astype("<f4").tobytes() + packed + quantized.tobytes()
    path.write_bytes(body)
    return hashlib.sha256(body).hexdigest()


def update_manifest(out: Path, name: str, entry: dict) -> None:
    path = out / "manifest.json"
    manifest = json.loads(path.read_text("utf8")) if path.exists() else {}
    manifest[name] = entry
    path.write_text(json.dumps(manifest, indent=2, sort_keys=True) + "\n", "utf8")
