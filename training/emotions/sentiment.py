"""Three classes (negative, neutral, positive) by multinomial logistic regression."""

from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from texts import read_set, to_matrix
from weights import prune, quantize, update_manifest, write_model

CLASSES = ["negative", "neutral", "positive"]
LANGUAGES = ["ar", "de", "es", "fr", "hi", "it", "pt"]
# Set, weight of one text: the small sets of other languages count more than the many English tweets.
SETS = [("sst5", 1.5), ("cr-mpqa", 1.0), ("semeval", 1.0), ("imdb", 1.0)] + [(f"umsab-{x}", 2.0) for x in LANGUAGES]
DEV_SETS = ["sst5", "semeval"] + [f"umsab-{x}" for x in LANGUAGES]
ROWS_MAX = 560_000
C = 4.0


def _load(data: Path, name: str, split: str, limit: int | None) -> tuple[list[str], np.ndarray]:
    rows = read_set(data / "sentiment" / f"{name}.{split}.jsonl.gz", limit)
    return [row["text"] for row in rows], np.array([CLASSES.index(row["label"].split()[-1]) for row in rows])


def _softmax(logits: np.ndarray) -> np.ndarray:
    exp = np.exp(logits - logits.max(axis=1, keepdims=True))
    return exp / exp.sum(axis=1, keepdims=True)


def _temperature(logits: np.ndarray, gold: np.ndarray) -> float:
    """Least negative log likelihood on a grid (Guo et al. 2017, temperature scaling)."""
    grid = np.arange(0.3, 3.01, 0.02)
    loss = [-np.log(_softmax(logits / t)[np.arange(len(gold)), gold] + 1e-12).mean() for t in grid]
    return float(grid[int(np.argmin(loss))])


def _ece(probabilities: np.ndarray, gold: np.ndarray) -> float:
    confidence, hit = probabilities.max(axis=1), probabilities.argmax(axis=1) == gold
    bins = np.minimum((confidence * 15).astype(int), 14)
    return float(sum(abs(hit[bins == b].sum() - confidence[bins == b].sum()) for b in range(15)) / len(gold))


def train_sentiment(data: Path, out: Path, smoke: bool) -> None:
    limit = 300 if smoke else None
    texts, gold, sample = [], [], []
    for name, weight in SETS:
        more, labels = _load(data, name, "train", limit)
        texts += more
        gold.append(labels)
        sample.append(np.full(len(labels), weight))
    gold, sample = np.concatenate(gold), np.concatenate(sample)
    matrix, ids = to_matrix(texts)
    print(f"sentiment: {matrix.shape[0]} texts, {matrix.shape[1]} features", flush=True)
    model = LogisticRegression(C=C, max_iter=150, tol=1e-5, solver="lbfgs")
    model.fit(matrix, gold, sample_weight=sample)
    weights = model.coef_.T
    kept = prune(matrix, weights, ROWS_MAX)
    quantized, scales = quantize(weights[kept])
    restored = quantized * scales
    dev = {name: _load(data, name, "dev", limit) for name in DEV_SETS}
    logits = {name: to_matrix(t, ids[kept])[0] @ restored + model.intercept_ for name, (t, _) in dev.items()}
    # Half of each dev set (even rows) sets the temperature, the other half is reported.
    even = np.concatenate([logits[n][::2] for n in DEV_SETS]), np.concatenate([dev[n][1][::2] for n in DEV_SETS])
    temperature = _temperature(*even)
    metrics = {}
    for name in DEV_SETS:
        odd, labels = logits[name][1::2], dev[name][1][1::2]
        hit = odd.argmax(axis=1) == labels
        metrics[f"{name} macro recall"] = float(np.mean([hit[labels == c].mean() for c in range(3)]))
        metrics[f"{name} ece"] = _ece(_softmax(odd / temperature), labels)
        if name == "sst5":
            polar = labels != 1
            metrics["sst2 accuracy"] = float(((odd[:, 2] > odd[:, 0]) == (labels == 2))[polar].mean())
    metrics = {name: round(value, 4) for name, value in metrics.items()}
    print(metrics, "temperature", round(temperature, 2), flush=True)
    digest = write_model(out / "sentiment.bin", ids[kept], quantized, scales / temperature, model.intercept_ / temperature)
    entry = {"file": "sentiment.bin", "sha256": digest, "labels": CLASSES, "metrics": metrics}
    update_manifest(out, "sentiment", entry | {"sets": [name for name, _ in SETS], "features": len(kept)})
