"""Reads the output of dump-blocks.ts: the features and labels of the blocks of all labeled pages."""

import json
from pathlib import Path

import numpy as np


COMPOSED_WEIGHT = 0.5
# Most foreign blocks of composed pages are short, and would have no influence among the paragraphs of an article.
FOREIGN_WEIGHT = 3.0


class BlockDataset:
    """All blocks, in page order."""

    def __init__(self, folder: Path):
        self.folder = folder
        described = json.loads((folder / "pages.json").read_text())
        self.pages = described["pages"]
        self.folds = described["folds"]
        self.block_features = described["blockFeatures"]
        self.page_features = described["pageFeatures"]
        width = len(self.block_features)
        self.rows = np.fromfile(folder / "rows.f32", "f4").reshape(-1, width)
        self.labels = np.fromfile(folder / "labels.f32", "f4")
        self.words = np.fromfile(folder / "words.f32", "f4")
        self.foreign = np.fromfile(folder / "foreign.f32", "f4")
        self.counts = np.array([page["blocks"] for page in self.pages])
        self.page_of = np.repeat(np.arange(len(self.pages)), self.counts)
        self.starts = np.concatenate([[0], np.cumsum(self.counts)])
        self.fold_of_page = np.array([page["fold"] for page in self.pages])
        self.fold_of = self.fold_of_page[self.page_of]
        self.gold_words = np.array([page["goldWords"] for page in self.pages], "f8")
        self.composed = np.array([page["isComposed"] for page in self.pages])
        self.types = sorted({page["type"] for page in self.pages})
        self.type_of_page = np.array([self.types.index(page["type"]) for page in self.pages])
        self.page_rows = np.array([page["features"] for page in self.pages], "f4")

    def weights(self) -> np.ndarray:
        """Weights of blocks: a page weighs about the square root of its number of blocks, a composed one half as much, and a block roughly its words, since F1 counts words and averages over pages; foreign blocks of composed pages weigh more."""
        own = (self.words + 1.0) ** 0.8
        of_page = np.bincount(self.page_of, own, len(self.pages))
        weights = own / of_page[self.page_of] * np.sqrt(self.counts)[self.page_of]
        weights *= np.where(self.composed, COMPOSED_WEIGHT, 1.0)[self.page_of]
        weights *= np.where(self.foreign > 0, FOREIGN_WEIGHT, 1.0)
        return weights / weights.mean()

    def sample(self, blocks_max: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Samples at most `blocks_max` blocks per page and returns them with weights that compensate for the omitted ones."""
        order = np.random.default_rng(seed).random(len(self.labels))
        taken = np.zeros(len(self.labels), bool)
        factor = np.ones(len(self.labels))
        for page, count in enumerate(self.counts):
            start = self.starts[page]
            chosen = np.argsort(order[start : start + count])[:blocks_max]
            taken[start + chosen] = True
            factor[start : start + count] = max(1.0, count / blocks_max)
        return taken, factor

    def select_by_expected_f1(self, probabilities: np.ndarray, sharpness: np.ndarray | None = None) -> np.ndarray:
        """The selection of classify-blocks.ts, for intermediate figures. `sharpness` has one value for each page."""
        keep = np.zeros(len(probabilities))
        for page, count in enumerate(self.counts):
            if count == 0:
                continue
            part = slice(self.starts[page], self.starts[page] + count)
            order = np.argsort(-probabilities[part], kind="stable")
            sharpened = sharpen(probabilities[part], 1.0 if sharpness is None else sharpness[page])
            hits = np.cumsum((sharpened * self.words[part])[order])
            kept = np.cumsum(self.words[part][order])
            best = int(np.argmax(2 * hits / np.maximum(kept + hits[-1], 1e-9)))
            keep[self.starts[page] + order[: best + 1]] = 1
        return keep

    def f1(self, keep: np.ndarray) -> np.ndarray:
        """Word F1 of each page, counting words at their position; the metric of eval/web, which ignores position, is slightly higher."""
        hits = np.bincount(self.page_of, keep * self.labels * self.words, len(self.pages))
        kept = np.bincount(self.page_of, keep * self.words, len(self.pages))
        both = kept + self.gold_words
        return np.where(both == 0, 1.0, 2 * hits / np.maximum(both, 1))

    def report(self, name: str, scores: np.ndarray) -> None:
        """Prints the mean F1 of all pages but the composed ones, of each type, and of the composed ones."""
        real = ~self.composed
        by_type = {
            kind: round(float(scores[real & (self.type_of_page == index)].mean()), 4)
            for index, kind in enumerate(self.types)
            if (real & (self.type_of_page == index)).any()
        }
        composed = f"{scores[self.composed].mean():.4f}" if self.composed.any() else "none"
        print(f"{name}: {scores[real].mean():.4f} {by_type}, composed {composed}", flush=True)


def sharpen(probabilities: np.ndarray, exponent: float) -> np.ndarray:
    """Raises the odds of probabilities to a power, as classify-blocks.ts does."""
    if exponent == 1.0:
        return probabilities
    likely = probabilities**exponent
    return likely / np.maximum(likely + (1 - probabilities) ** exponent, 1e-300)
