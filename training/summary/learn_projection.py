"""Projects the encoder's token embeddings to the few dimensions that summaries compare sentences by: see README.md."""

import argparse
import base64
import hashlib
import json
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
EMBEDDINGS = ROOT / "packages/nlp/src/encoder/model/embeddings.bin"
OUTPUT = ROOT / "packages/summary/src/extractive/vectors/word-projection.data.json"
DIMENSIONS = 32
# Constant of smooth inverse frequency (Arora, Liang and Ma, "A Simple but Tough-to-Beat Baseline for Sentence
# Embeddings", ICLR 2017).
FREQUENCY_CONSTANT = 1e-3


def read_embeddings(file: Path) -> np.ndarray:
    """Token embeddings as float32, one row for each subword: see packages/nlp/src/encoder/session/embedding-table.ts."""
    data = file.read_bytes()
    magic, version, rows, hidden, block = struct.unpack_from("<4sIIII", data)
    if magic != b"QEMB" or version != 1:
        raise ValueError(f"{file} is not an embedding table")
    count = rows * hidden // block
    scales = np.frombuffer(data, "<f2", count, 20).astype("f4")
    packed = np.frombuffer(data, "u1", count * block // 2, 20 + 2 * count).reshape(count, block // 2)
    values = np.concatenate([packed & 15, packed >> 4], axis=1).astype("f4") - 8
    return (values * scales[:, None]).reshape(rows, hidden)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data/summary")
    parser.add_argument("--out", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "counts.json"
        script = str(ROOT / "training/summary/count-subwords.ts")
        subprocess.run(["node", "--conditions=source", script, str(file), str(arguments.data)], cwd=ROOT, check=True)
        counted = json.loads(file.read_text())
    counts = np.array(counted["counts"])
    weights = FREQUENCY_CONSTANT / (FREQUENCY_CONSTANT + np.array(counted["probabilities"])) * counts
    vectors = read_embeddings(EMBEDDINGS)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9
    share = (weights / weights.sum()).astype("f4")
    mean = share @ vectors
    centered = vectors - mean
    covariance = (centered * share[:, None]).T @ centered
    values, axes = np.linalg.eigh(covariance.astype("f8"))
    order = np.argsort(-values)[:DIMENSIONS]
    # Signs of eigenvectors are arbitrary: the largest component is positive.
    matrix = axes[:, order]
    matrix *= np.sign(matrix[np.abs(matrix).argmax(axis=0), np.arange(DIMENSIONS)])
    print(f"{values[order].sum() / values.sum():.3f} of the variance, {int((counts > 0).sum())} subwords")
    data = {
        "embeddings": hashlib.sha256(EMBEDDINGS.read_bytes()).hexdigest(),
        "dimensions": DIMENSIONS,
        "mean": encode(mean @ matrix),
        "matrix": encode(matrix),
    }
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(data) + "\n")


def encode(values: np.ndarray) -> str:
    """Base64 of float32, little-endian; a matrix row by row."""
    return base64.b64encode(np.ascontiguousarray(values, "<f4").tobytes()).decode()


if __name__ == "__main__":
    main()
