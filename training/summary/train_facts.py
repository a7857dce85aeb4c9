"""Trains the trees that estimate which sentences state key facts: see README.md."""

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
from learn_projection import ROOT  # noqa: E402
from sentence_data import TARGETS, label, rank_quality  # noqa: E402

MODEL = ROOT / "packages/summary/src/extractive/model/fact-model.data.json"
NETWORK = ROOT / "packages/summary/src/extractive/vectors/phrase-network.data.json"
SETTINGS = {
    "objective": "binary",
    "learning_rate": 0.08,
    "num_leaves": 16,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.6,
    "bagging_freq": 1,
    "lambda_l2": 10,
    "max_bin": 63,
    "force_col_wise": True,
    "deterministic": True,
    "num_threads": 2,
    "verbose": -1,
}
# Of the logistic regression of headlines.
NEWTON_STEPS = 20
RIDGE = 1.0


class FactUnits:
    """The sentences of the marked texts, as written by dump-facts.ts."""

    def __init__(self, work: Path):
        data = json.loads((work / "units.json").read_text())
        self.features = data["features"]
        self.texts = data["texts"]
        sizes = [len(text["kinds"]) for text in self.texts]
        self.text_of = np.repeat(np.arange(len(sizes)), sizes)
        self.tuned = np.array([text["tuned"] for text in self.texts])[self.text_of]
        marks = (pair for text in self.texts for pair in zip(text["kinds"], text["subjects"], strict=True))
        self.labels = np.array([label(*pair) for pair in marks], "f4")
        headlines = [(*row, names) for text in self.texts for row, names in text["headlines"]]
        self.headlines = np.array(headlines, "f8")
        self.headlines_tuned = np.repeat([text["tuned"] for text in self.texts], [len(text["headlines"]) for text in self.texts])
        self.rows = np.fromfile(work / "facts.f32", "f4").reshape(len(self.labels), -1)


def train_trees(features: np.ndarray, labels: np.ndarray, trees: int, random_splits: bool) -> lgb.Booster:
    data = lgb.Dataset(features, labels, params={"max_bin": SETTINGS["max_bin"], "verbose": -1})
    return lgb.train({**SETTINGS, "seed": 0, "boost_from_average": False, "extra_trees": random_splits}, data, trees)


def fit_headlines(rows: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method: the log odds without features, and the weight of each feature."""
    inputs = np.column_stack([np.ones(len(rows)), rows])
    weights = np.zeros(inputs.shape[1])
    for _ in range(NEWTON_STEPS):
        estimates = 1 / (1 + np.exp(-inputs @ weights))
        curvature = inputs.T @ (inputs * (estimates * (1 - estimates))[:, None]) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, inputs.T @ (labels - estimates) - RIDGE * weights)
    return weights


def dump_units(arguments: argparse.Namespace, work: Path, networks: list[Path]) -> FactUnits:
    command = ["node", "--conditions=source", str(ROOT / "training/summary/dump-facts.ts"), str(work), str(arguments.data)]
    subprocess.run(command + [str(network) for network in networks], cwd=ROOT, check=True)
    return FactUnits(work)


def train_headlines(arguments: argparse.Namespace, units: FactUnits) -> list[float]:
    usable = ~(units.headlines_tuned & arguments.without_tuned)
    *columns, names = units.headlines[usable].T
    print(f"{int(usable.sum())} headlines, of which {int(names.sum())} name the subject")
    return fit_headlines(np.column_stack(columns), names).round(4).tolist()


def replace_headlines(arguments: argparse.Namespace, work: Path) -> None:
    """Trains what is known of headlines again, which the networks of phrases do not matter for, and keeps the trees."""
    units = dump_units(arguments, work, [NETWORK])
    model = json.loads(MODEL.read_text())
    model["headlines"] = train_headlines(arguments, units)
    arguments.model.write_text(json.dumps(model, separators=(",", ":")) + "\n")


def train(arguments: argparse.Namespace, work: Path) -> None:
    units = dump_units(arguments, work, sorted(arguments.phrases.glob("phrases-*.json")))
    usable = np.ones(len(units.labels), bool) if not arguments.without_tuned else ~units.tuned
    model = {"features": units.features}
    for name, target, trees in (("facts", 0, arguments.trees), ("subjects", TARGETS - 1, arguments.trees // 3)):
        labels = units.labels[:, target]
        # Facts are noisier: one random threshold for each feature overfits them less.
        booster = train_trees(units.rows[usable], labels[usable], trees, random_splits=target == 0)
        model[name] = export_trees(booster)
        if arguments.without_tuned:
            scores = booster.predict(units.rows[~usable], raw_score=True)
            print(f"{name}: average precision on the tuned half {rank_quality(scores, labels[~usable]):.3f}, share {labels[~usable].mean():.3f}")
    model["headlines"] = train_headlines(arguments, units)
    arguments.model.write_text(json.dumps(model, separators=(",", ":")) + "\n")
    count = len(set(units.text_of[usable]))
    print(f"{count} texts, {int(usable.sum())} sentences, {int(units.labels[usable, 0].sum())} with facts; {arguments.model.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--phrases", type=Path, help="the folder of learn_phrases.py")
    source.add_argument("--only-headlines", action="store_true", help="keep the trees of the bundled model")
    parser.add_argument("--trees", type=int, default=200, help="of the facts; subjects are simpler")
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--without-tuned", action="store_true", help="learn from fact-texts only, to choose settings; the network of phrases has to be learned so as well")
    parser.add_argument("--smoke", action="store_true", help="few trees, written to a temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        if arguments.smoke:
            arguments.trees = 5
            arguments.model = work / MODEL.name
        (replace_headlines if arguments.only_headlines else train)(arguments, work)


if __name__ == "__main__":
    main()
