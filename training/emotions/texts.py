"""Reading the sets, and texts to a sparse matrix over hashed features."""

import gzip
import json
from pathlib import Path

import numpy as np
from scipy import sparse

from features import features


def read_set(path: Path, limit: int | None = None) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf8") as lines:
        rows = [json.loads(line) for line in lines]
    if limit is None or len(rows) <= limit:
        return rows
    return [rows[round(at)] for at in np.linspace(0, len(rows) - 1, limit)]


def to_matrix(texts: list[str], ids: np.ndarray | None = None, df_min: int = 2) -> tuple[sparse.csr_matrix, np.ndarray]:
    """Rows of hashed features; columns are `ids` (sorted hashes), by default those in at least `df_min` texts."""
    hashes, values, ends = [], [], [0]
    for text in texts:
        row = features(text)
        hashes.append(np.fromiter((h for h, _ in row), np.uint32, len(row)))
        values.append(np.fromiter((v for _, v in row), np.float32, len(row)))
        ends.append(ends[-1] + len(row))
    flat, data = np.concatenate(hashes), np.concatenate(values)
    if ids is None:
        unique, counts = np.unique(flat, return_counts=True)
        ids = unique[counts >= df_min]
    columns = np.minimum(np.searchsorted(ids, flat), len(ids) - 1)
    known = ids[columns] == flat
    kept = np.concatenate(([0], np.cumsum(known)))
    matrix = sparse.csr_matrix((data[known], columns[known], kept[ends]), shape=(len(texts), len(ids)))
    return matrix, ids
