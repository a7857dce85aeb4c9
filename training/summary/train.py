"""Trains the model that scores the sentences of summaries: see README.md."""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import lightgbm as lgb
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trees"))
from export_trees import export_trees  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "packages/summary/src/extractive/model/unit-model.data.json"
# Sets that are only measured: their texts belong to news publishers.
MEASURED_ONLY = {"cnndm", "orangesum-fr"}
# Sentences of a text that are sampled besides those of its oracle.
UNITS_MAX = 60
# Weight of the oracle's choice next to the shares of words and word pairs that occur in the reference.
ORACLE_WEIGHT = 1.5
# Exponent of the number of texts in a set by which the weight of each of its texts is reduced.
SET_POWER = 0.75
FOLDS = 3
SETTINGS = {
    "objective": "regression",
    "learning_rate": 0.08,
    "num_leaves": 31,
    "min_data_in_leaf": 200,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.5,
    "bagging_freq": 1,
    "lambda_l2": 10,
    "max_bin": 63,
    "force_col_wise": True,
    "deterministic": True,
    "num_threads": 2,
    "seed": 3,
    "verbose": -1,
}


class UnitDataset:
    """Features and labels of the sentences of all texts, as written by dump-units.ts."""

    def __init__(self, work: Path):
        meta = json.loads((work / "texts.json").read_text())
        self.features = meta["features"]
        self.texts = meta["texts"]
        self.rows = np.fromfile(work / "rows.f32", "f4").reshape(-1, len(self.features))
        self.sizes = np.array([len(text["oracle"]) for text in self.texts])
        self.first = np.array([text["firstRow"] for text in self.texts])
        self.text_of = np.repeat(np.arange(len(self.texts)), self.sizes)
        self.sets = np.array([text["set"] for text in self.texts])
        self.oracle = self._join("oracle") > 0
        self.labels = self._standardize(self._join("unigrams") + self._join("bigrams"))
        self.labels += ORACLE_WEIGHT * self._standardize(self.oracle.astype(float))

    def _join(self, name: str) -> np.ndarray:
        return np.concatenate([np.array(text[name], float) for text in self.texts])

    def _standardize(self, values: np.ndarray) -> np.ndarray:
        """Subtracts the mean of each text and divides by its standard deviation."""
        centered = values - (np.add.reduceat(values, self.first) / self.sizes)[self.text_of]
        deviations = np.sqrt(np.add.reduceat(centered**2, self.first) / self.sizes)
        return centered / (deviations[self.text_of] + 0.02)

    def sample(self) -> tuple[np.ndarray, np.ndarray]:
        """The sentences to train with, and the weight of each of them for those that were left out."""
        share = np.minimum(1, UNITS_MAX / self.sizes)[self.text_of]
        taken = self.oracle | (np.random.default_rng(0).random(len(share)) < share)
        return taken, 1 / np.where(self.oracle, 1, share)

    def weights(self, texts: np.ndarray) -> np.ndarray:
        """Weight of each sentence: less for sets of many texts, and for texts of many sentences."""
        weights = np.zeros(len(self.texts))
        for name in np.unique(self.sets[texts]):
            chosen = texts & (self.sets == name)
            weights[chosen] = float(chosen.sum()) ** -SET_POWER
        return (weights / np.sqrt(self.sizes))[self.text_of]


def train_trees(data: UnitDataset, texts: np.ndarray, trees: int) -> lgb.Booster:
    taken, factor = data.sample()
    rows = taken & texts[data.text_of]
    weights = (data.weights(texts) * factor)[rows]
    dataset = lgb.Dataset(data.rows[rows], data.labels[rows], weight=weights / weights.mean(), params=SETTINGS)
    return lgb.train(SETTINGS, dataset, trees)


def write_model(data: UnitDataset, booster: lgb.Booster, file: Path, trained_on: str) -> None:
    model = {"trainedOn": trained_on, "features": data.features, "trees": export_trees(booster)}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(model, separators=(",", ":")) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data/summary")
    parser.add_argument("--pages", type=Path, required=True, help="unpacked wcxb-dev: html/ and gold.jsonl")
    parser.add_argument("--work", type=Path, help="folder for features (150 MB); made again when missing")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--folds", action="store_true", help="also write a model for each fold to the work folder")
    parser.add_argument("--trees", type=int, default=120)
    parser.add_argument("--smoke", action="store_true", help="the same path on few texts into a temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        if arguments.smoke:
            work = Path(temporary)
            arguments.out = work / "unit-model.data.json"
            arguments.trees = 5
        if not (work / "texts.json").exists():
            script = str(ROOT / "training/summary/dump-units.ts")
            step = "40" if arguments.smoke else "1"
            command = ["node", "--conditions=source", script, str(work), str(arguments.data), str(arguments.pages), step]
            subprocess.run(command, cwd=ROOT, check=True)
        data = UnitDataset(work)
        # The dev and test splits are measured in eval/summary.
        usable = np.array([text["split"] == "train" and text["set"] not in MEASURED_ONLY for text in data.texts])
        learned = ", ".join(sorted(set(data.sets[usable])))
        if arguments.folds:
            for number in range(FOLDS):
                texts = usable & (np.array([text["row"] % FOLDS for text in data.texts]) != number)
                write_model(data, train_trees(data, texts, arguments.trees), work / f"fold-{number}.json", learned)
        booster = train_trees(data, usable, arguments.trees)
        write_model(data, booster, arguments.out, learned)
        print(f"{arguments.out.name}: {arguments.out.stat().st_size} bytes, {usable.sum()} texts of {learned}")


if __name__ == "__main__":
    main()
