"""Trains the block classifier of scrape: see README.md."""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import lightgbm as lgb
import numpy as np
from blocks import BlockDataset
from export_trees import export_trees

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "packages/web/src/extract/blocks/block-model.data.json"
# Number of inner parts: page types that blocks are trained with come from classifiers that did not see their pages.
INNER_PARTS = 3
BLOCKS_MAX = 200

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
        data = lgb.Dataset(self.blocks.page_rows[pages], self.blocks.type_of_page[pages])
        settings = PAGE_SETTINGS | COMMON | {"num_class": len(self.blocks.types)}
        return lgb.train(settings, data, max(2, self.trees // 4))

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


def write_model(file: Path, blocks: BlockDataset, boosters: dict, trained_on: str) -> None:
    model = {
        "trainedOn": trained_on,
        "pageTypes": blocks.types,
        "pageFeatures": blocks.page_features,
        "blockFeatures": blocks.block_features,
        **{name: export_trees(booster) for name, booster in boosters.items()},
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

    def train_on(pages: np.ndarray, file: Path, trained_on: str) -> np.ndarray:
        """Writes the trees trained on `pages`; returns the probabilities of all other blocks."""
        types = out_of_fold_page_types(trainer, pages, blocks.fold_of_page % INNER_PARTS)
        rows = np.hstack([blocks.rows, types[blocks.page_of]])
        booster = trainer.train_block_classifier(trainer.dataset(rows), pages)
        boosters = {"pageTrees": trainer.train_page_classifier(pages), "blockTrees": booster}
        write_model(file, blocks, boosters, trained_on)
        outside = ~pages[blocks.page_of]
        return booster.predict(rows[outside]) if outside.any() else np.zeros(0)

    probabilities = np.zeros(len(blocks.labels))
    for fold in range(0 if arguments.only_shipped else blocks.folds):
        pages = blocks.fold_of_page != fold
        description = f"{pages.sum()} pages of WCXB, without those of fold {fold}"
        probabilities[~pages[blocks.page_of]] = train_on(pages, arguments.folds / f"fold-{fold}.json", description)
        print(f"fold {fold}: {time.time() - started:.0f} s", flush=True)
    everything = np.ones(len(blocks.pages), bool)
    if not arguments.only_shipped:
        blocks.report("ten folds", probabilities, everything)
        np.save(work / "probabilities.npy", probabilities)
    description = f"all {len(blocks.pages)} pages of the development half of WCXB"
    train_on(everything, arguments.out, description)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=Path, required=True, help="unpacked wcxb-dev: html/ and gold.jsonl")
    parser.add_argument("--work", type=Path, help="folder for features (1.5 GB); made again when missing")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="where the shipped trees go")
    parser.add_argument("--folds", type=Path, help="where the trees of the ten folds go")
    parser.add_argument("--trees", type=int, default=200)
    parser.add_argument("--only-shipped", action="store_true", help="no folds, no figures")
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
