"""Trains the model that estimates which sentences state key facts, and the cues that it reads: see README.md."""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import lightgbm as lgb
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trees"))
from export_trees import export_trees  # noqa: E402
from learn_projection import EMBEDDINGS, ROOT, encode, read_embeddings  # noqa: E402

MODEL = ROOT / "packages/summary/src/extractive/model/fact-model.data.json"
CUES = ROOT / "packages/summary/src/extractive/vectors/fact-cues.data.json"
# Kinds of marks, grouped as `cueKinds` of fact-cues.ts.
KINDS = [
    {"decision", "outcome", "obligation", "rule", "request", "warning", "result", "amount", "date"},
    {"decision", "outcome"},
    {"obligation", "rule", "request", "warning"},
    {"result"},
    {"amount", "date"},
]
# Cues of a text are learned without its fold, so that the trees see them as they are for unknown texts.
FOLDS = 6
RIDGE = 20.0
SETTINGS = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 12,
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


class FactUnits:
    """The sentences of the marked texts, as written by dump-facts.ts."""

    def __init__(self, work: Path):
        data = json.loads((work / "units.json").read_text())
        self.features = data["features"]
        self.texts = data["texts"]
        sizes = [len(text["kinds"]) for text in self.texts]
        self.text_of = np.repeat(np.arange(len(sizes)), sizes)
        self.split = np.array([text["split"] for text in self.texts])[self.text_of]
        kinds = [set(unit) for text in self.texts for unit in text["kinds"]]
        self.subjects = np.array([float(named) for text in self.texts for named in text["namesSubject"]], "f4")
        self.labels = np.array([[float(bool(unit & group)) for group in KINDS] for unit in kinds], "f4")

    def pooled(self, embeddings: np.ndarray) -> np.ndarray:
        """Sum of the embeddings of the words of each sentence over the square root of their number, as the engine adds cues."""
        rows = np.zeros((len(self.labels), embeddings.shape[1]), "f4")
        units = (unit for text in self.texts for unit in text["subwords"])
        for row, words in zip(rows, units, strict=True):
            for word in words:
                if word:
                    row += embeddings[word].mean(axis=0)
            row /= max(1, len(words)) ** 0.5
        return rows


def learn_directions(pooled: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Ridge regression of each kind of fact on the pooled embeddings: one column a kind."""
    inputs, wanted = pooled - pooled.mean(axis=0), labels - labels.mean(axis=0)
    gram = (inputs.T @ inputs).astype("f8") + RIDGE * np.eye(inputs.shape[1])
    return np.linalg.solve(gram, inputs.T @ wanted)


def train_trees(features: np.ndarray, labels: np.ndarray, trees: int) -> lgb.Booster:
    data = lgb.Dataset(features, labels, params={"max_bin": SETTINGS["max_bin"], "verbose": -1})
    return lgb.train({**SETTINGS, "seed": 0, "boost_from_average": False}, data, trees)


def rank_quality(scores: np.ndarray, labels: np.ndarray) -> float:
    """Average precision."""
    ordered = labels[np.argsort(-scores)]
    return float((ordered * np.cumsum(ordered) / np.arange(1, len(ordered) + 1)).sum() / ordered.sum())


def dump(work: Path, data: Path, *directions: str) -> None:
    command = ["node", "--conditions=source", str(ROOT / "training/summary/dump-facts.ts"), str(work), str(data)]
    subprocess.run([*command, *directions], cwd=ROOT, check=True)


def train(arguments: argparse.Namespace, work: Path) -> None:
    dump(work, arguments.data)
    units = FactUnits(work)
    embeddings = read_embeddings(EMBEDDINGS)
    embeddings /= np.linalg.norm(embeddings, axis=1, keepdims=True) + 1e-9
    pooled = units.pooled(embeddings)
    usable = np.ones(len(units.labels), bool) if not arguments.without_tuned else units.split == "train"
    folds = [
        learn_directions(pooled[rows], units.labels[rows])
        for rows in (usable & (units.text_of % FOLDS != fold) for fold in range(FOLDS))
    ]
    (work / "directions.json").write_text(json.dumps([encode(fold) for fold in folds]))
    dump(work, arguments.data, str(work / "directions.json"))
    rows = np.fromfile(work / "facts.f32", "f4").reshape(len(units.labels), -1)
    model = {"features": units.features}
    for name, labels in (("facts", units.labels[:, 0]), ("subjects", units.subjects)):
        booster = train_trees(rows[usable], labels[usable], arguments.trees if name == "facts" else arguments.trees // 3)
        model[name] = export_trees(booster)
        if arguments.without_tuned:
            scores = booster.predict(rows[~usable], raw_score=True)
            print(f"{name}: average precision on the tuned half {rank_quality(scores, labels[~usable]):.3f}, share {labels[~usable].mean():.3f}")
    arguments.model.write_text(json.dumps(model, separators=(",", ":")) + "\n")
    directions = learn_directions(pooled[usable], units.labels[usable])
    checksum = hashlib.sha256(EMBEDDINGS.read_bytes()).hexdigest()
    arguments.cues.write_text(json.dumps({"embeddings": checksum, "directions": encode(directions)}) + "\n")
    count = len(set(units.text_of[usable]))
    print(f"{count} texts, {int(usable.sum())} sentences, {int(units.labels[usable, 0].sum())} with facts; {arguments.model.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--trees", type=int, default=400, help="of the facts; subjects are simpler")
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--cues", type=Path, default=CUES)
    parser.add_argument("--without-tuned", action="store_true", help="learn from fact-texts only, to choose settings")
    parser.add_argument("--smoke", action="store_true", help="few trees, written to a temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        if arguments.smoke:
            arguments.trees = 5
            arguments.model, arguments.cues = work / MODEL.name, work / CUES.name
        train(arguments, work)


if __name__ == "__main__":
    main()
