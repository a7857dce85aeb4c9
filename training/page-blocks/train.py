"""Trains the block classifier of scrape: see README.md."""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import lightgbm as lgb
import numpy as np
from blocks import BlockDataset
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trees"))
from export_trees import export_trees

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "packages/web/src/extract/blocks/block-model.data.json"
# Number of inner parts: page types that blocks are trained with come from classifiers that did not see their pages.
INNER_PARTS = 3
BLOCKS_MAX = 200
PAGE_TREES = 50
# Exponents of the odds from which one is chosen for each page type: see BlockModel.sharpness.
SHARPNESS_PENALTY = 0.01
SHARPNESS = [0.5, 0.6, 0.7, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0]

PAGE_SETTINGS = {
    "objective": "multiclass",
    "learning_rate": 0.07,
    "num_leaves": 7,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.4,
    "lambda_l2": 5,
}
BLOCK_SETTINGS = {
    # Labels are shares: a block may be partly inside the gold text.
    "objective": "cross_entropy",
    "learning_rate": 0.08,
    "num_leaves": 28,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.2,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "max_bin": 63,
    "force_col_wise": True,
}
COMMON = {"verbose": -1, "num_threads": 1, "seed": 1, "deterministic": True}


class Trainer:
    def __init__(self, blocks: BlockDataset, trees: int):
        self.blocks = blocks
        self.trees = trees
        taken, factor = blocks.sample(BLOCKS_MAX, seed=0)
        self.sample = np.flatnonzero(taken)
        self.page_of_sample = blocks.page_of[self.sample]
        self.weights = (blocks.weights() * factor)[self.sample]

    def train_page_classifier(self, pages: np.ndarray) -> lgb.Booster:
        # Composed pages would only repeat the articles.
        chosen = pages & ~self.blocks.composed
        data = lgb.Dataset(self.blocks.page_rows[chosen], self.blocks.type_of_page[chosen])
        settings = PAGE_SETTINGS | COMMON | {"num_class": len(self.blocks.types)}
        return lgb.train(settings, data, PAGE_TREES if self.trees > PAGE_TREES else 2)

    def train_block_classifier(self, data: lgb.Dataset, pages: np.ndarray) -> lgb.Booster:
        chosen = np.flatnonzero(pages[self.page_of_sample])
        return lgb.train(BLOCK_SETTINGS | COMMON, data.subset(chosen), self.trees)

    def dataset(self, rows: np.ndarray) -> lgb.Dataset:
        labels = self.blocks.labels[self.sample]
        data = lgb.Dataset(rows[self.sample], labels, weight=self.weights, params=BLOCK_SETTINGS | COMMON)
        return data.construct()


def out_of_fold_page_types(trainer: Trainer, pages: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Page-type probabilities: of `pages` by classifiers of the other parts, of all others by one trained on all `pages`."""
    rows = trainer.blocks.page_rows
    types = np.zeros((len(pages), len(trainer.blocks.types)), "f4")
    for part in np.unique(parts[pages]):
        inside = pages & (parts == part)
        types[inside] = trainer.train_page_classifier(pages & ~inside).predict(rows[inside])
    if not pages.all():
        types[~pages] = trainer.train_page_classifier(pages).predict(rows[~pages])
    return types


def run_node(script: str, *arguments: str) -> str:
    command = ["node", "--conditions=source", str(ROOT / "training/page-blocks" / script), *arguments]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip().split("\n")[-1]


def choose_sharpness(blocks: BlockDataset, scores: np.ndarray, pages: np.ndarray) -> np.ndarray:
    """The exponent for each type with the highest F1 on `pages`, averaged with its neighbors, less a penalty for leaving 1 on few pages. `scores` has a row for each of SHARPNESS."""
    octaves = np.abs(np.log2(SHARPNESS))
    chosen = np.ones(len(blocks.types))
    for kind in range(len(blocks.types)):
        of_kind = pages & (blocks.type_of_page == kind)
        if not of_kind.any():
            continue
        means = scores[:, of_kind].mean(axis=1)
        smooth = [means[max(0, at - 1) : at + 2].mean() for at in range(len(SHARPNESS))]
        penalty = SHARPNESS_PENALTY / np.sqrt(of_kind.sum()) * octaves
        chosen[kind] = SHARPNESS[int(np.argmax(smooth - penalty))]
    return chosen


class Fold:
    """The trees of one part of the cross-validation, or the shipped ones."""

    def __init__(self, trainer: Trainer, pages: np.ndarray):
        self.trainer = trainer
        self.pages = pages
        blocks = trainer.blocks
        self.types = out_of_fold_page_types(trainer, pages, blocks.fold_of_page % INNER_PARTS)
        rows = np.hstack([blocks.rows, self.types[blocks.page_of]])
        self.block_trees = trainer.train_block_classifier(trainer.dataset(rows), pages)
        self.page_trees = trainer.train_page_classifier(pages)
        outside = ~pages[blocks.page_of]
        self.probabilities = self.block_trees.predict(rows[outside]) if outside.any() else np.zeros(0)

    def write(self, file: Path, sharpness: np.ndarray, trained_on: str) -> None:
        blocks = self.trainer.blocks
        model = {
            "trainedOn": trained_on,
            "pageTypes": blocks.types,
            "sharpness": sharpness.tolist(),
            "pageFeatures": blocks.page_features,
            "blockFeatures": blocks.block_features,
            "pageTrees": export_trees(self.page_trees),
            "blockTrees": export_trees(self.block_trees),
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(model, separators=(",", ":")) + "\n")


def train(arguments: argparse.Namespace, work: Path) -> None:
    step = "40" if arguments.smoke else "1"
    if not (work / "pages.json").exists():
        print(run_node("dump-blocks.ts", str(arguments.pages), str(work), step), flush=True)
    blocks = BlockDataset(work)
    trainer = Trainer(blocks, 12 if arguments.smoke else arguments.trees)
    started = time.time()
    folds = []
    probabilities = np.zeros(len(blocks.labels))
    types = np.zeros((len(blocks.pages), len(blocks.types)))
    for number in range(blocks.folds):
        pages = blocks.fold_of_page != number
        fold = Fold(trainer, pages)
        folds.append(fold)
        probabilities[~pages[blocks.page_of]] = fold.probabilities
        types[~pages] = fold.types[~pages]
        print(f"fold {number}: {time.time() - started:.0f} s", flush=True)
    np.save(work / "probabilities.npy", probabilities)
    scores = np.array(
        [blocks.f1(blocks.select_by_expected_f1(probabilities, np.full(len(blocks.pages), value))) for value in SHARPNESS]
    )
    of_page = np.ones(len(blocks.pages))
    for number, fold in enumerate(folds):
        # Chosen on the other folds.
        sharpness = choose_sharpness(blocks, scores, fold.pages)
        of_page[~fold.pages] = np.exp(types[~fold.pages] @ np.log(sharpness))
        fold.write(arguments.folds / f"fold-{number}.json", sharpness, f"WCXB without the sites of fold {number}")
    real = ~blocks.composed
    accuracy = (types.argmax(axis=1) == blocks.type_of_page)[real].mean()
    print(f"page types: {accuracy:.4f} right", flush=True)
    blocks.report("folds, as independent blocks", scores[SHARPNESS.index(1.0)])
    blocks.report("folds", blocks.f1(blocks.select_by_expected_f1(probabilities, of_page)))
    everything = np.ones(len(blocks.pages), bool)
    sharpness = choose_sharpness(blocks, scores, everything)
    print(dict(zip(blocks.types, sharpness.tolist())), flush=True)
    Fold(trainer, everything).write(
        arguments.out, sharpness, f"all {real.sum()} pages of the development half of WCXB and {(~real).sum()} composed ones"
    )
    print(f"{time.time() - started:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=Path, required=True, help="unpacked wcxb-dev: html/ and gold.jsonl")
    parser.add_argument("--work", type=Path, help="folder for features (1.1 GB); made again when missing")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="where the shipped trees go")
    parser.add_argument("--folds", type=Path, help="where the trees of the folds go")
    parser.add_argument("--trees", type=int, default=200)
    parser.add_argument("--smoke", action="store_true", help="the same path on every 40th page into a temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if arguments.smoke:
            arguments.out = Path(temporary) / "block-model.data.json"
            arguments.folds = Path(temporary) / "folds"
            arguments.work = None
        work = arguments.work or Path(temporary) / "work"
        work.mkdir(parents=True, exist_ok=True)
        arguments.folds = arguments.folds or work / "folds"
        train(arguments, work)
        if arguments.smoke:
            size = arguments.out.stat().st_size
            print(f"smoke: trees of {size} bytes, {len(list(arguments.folds.iterdir()))} folds")


if __name__ == "__main__":
    main()
