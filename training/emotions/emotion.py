"""The 27 GoEmotions labels and neutral (Demszky et al. 2020): one logistic regression a label, Platt-scaled."""

from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from texts import read_set, to_matrix
from weights import prune, quantize, update_manifest, write_model

ROWS_MAX = 92_000
C = 1.5


def _load(data: Path, split: str, limit: int | None) -> tuple[list[str], list[list[str]]]:
    rows = read_set(data / "emotion" / f"goemotions.{split}.jsonl.gz", limit)
    return [row["text"] for row in rows], [row["labels"] for row in rows]


def _indicator(labels: list[list[str]], names: list[str]) -> np.ndarray:
    return np.array([[name in row for name in names] for row in labels])


def _f1(gold: np.ndarray, predicted: np.ndarray) -> float:
    return 2 * (gold & predicted).sum() / max(1, gold.sum() + predicted.sum())


def _threshold(scores: np.ndarray, gold: np.ndarray) -> float:
    """Best F1 on the given half; between two neighbours that tie the lower count of false alarms wins."""
    grid = np.arange(0.02, 0.75, 0.01)
    return float(grid[int(np.argmax([_f1(gold, scores >= t) for t in grid]))])


def train_emotion(data: Path, out: Path, smoke: bool) -> None:
    limit = 2000 if smoke else None
    texts, labels = _load(data, "train", limit)
    names = sorted({name for row in labels for name in row})
    gold = _indicator(labels, names)
    matrix, ids = to_matrix(texts)
    print(f"emotion: {matrix.shape[0]} texts, {matrix.shape[1]} features", flush=True)
    weights, bias = np.zeros((len(ids), len(names))), np.zeros(len(names))
    for at, name in enumerate(names):
        model = LogisticRegression(C=C, max_iter=100, tol=1e-6, solver="lbfgs")
        model.fit(matrix, gold[:, at])
        weights[:, at], bias[at] = model.coef_[0], model.intercept_[0]
    kept = prune(matrix, weights, ROWS_MAX)
    quantized, scales = quantize(weights[kept])
    dev_texts, dev_labels = _load(data, "dev", limit)
    dev_gold = _indicator(dev_labels, names)
    logits = to_matrix(dev_texts, ids[kept])[0] @ (quantized * scales) + bias
    slope = np.ones(len(names))
    for at in range(len(names)):
        platt = LogisticRegression(C=1e3).fit(logits[::2, at : at + 1], dev_gold[::2, at])
        slope[at], shift = max(0.2, platt.coef_[0, 0]), platt.intercept_[0]
        bias[at] = bias[at] * slope[at] + shift
        logits[:, at] = logits[:, at] * slope[at] + shift
    scores = 1 / (1 + np.exp(-logits))
    thresholds = [_threshold(scores[::2, at], dev_gold[::2, at]) for at in range(len(names))]
    predicted = scores[1::2] >= np.array(thresholds)
    per_label = {name: round(float(_f1(dev_gold[1::2, at], predicted[:, at])), 4) for at, name in enumerate(names)}
    metrics = {"macro f1": round(float(np.mean(list(per_label.values()))), 4), "per label f1": per_label}
    print(metrics, flush=True)
    digest = write_model(out / "emotion.bin", ids[kept], quantized, scales * slope, bias)
    entry = {"file": "emotion.bin", "sha256": digest, "labels": names, "metrics": metrics, "sets": ["goemotions"]}
    rounded = [round(value, 2) for value in thresholds]
    update_manifest(out, "emotion", entry | {"thresholds": rounded, "features": len(kept)})
