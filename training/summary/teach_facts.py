"""Fine-tunes the encoder on the marked sentences, and writes what it takes every sentence to state: see README.md."""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
from fact_teacher import WINDOW, FactTeacher, Windows
from learn_projection import ROOT
from sentence_data import TARGETS, SentenceData, dump_sentences, rank_quality, read_sentences
from torch import nn
from torch.nn import functional

# Learning rate, epochs, seed and subwords of a batch of each teacher; their logits are averaged.
TEACHERS = [(6e-5, 18, 1, 3000), (8e-5, 14, 2, 2000), (6e-5, 18, 3, 3000)]
WARM_UP = 0.08


def train_teacher(data: SentenceData, windows: Windows, texts: list[int], settings: tuple[float, int, int, int]) -> FactTeacher:
    rate, epochs, seed, subwords = settings
    random.seed(seed)
    teacher = FactTeacher(seed).to(windows.device)
    groups = teacher.groups(rate)
    tops = [group["lr"] for group in groups]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    parameters = [parameter for group in groups for parameter in group["params"]]
    step, steps, start = 0, 0, time.monotonic()
    for epoch in range(epochs):
        teacher.train()
        own = [window for text in texts for window in windows.of(text, random.randrange(40, WINDOW))]
        batches = windows.batches(own, subwords, shuffle=True)
        steps = steps or len(batches) * epochs
        for batch in batches:
            ids, sentences, numbers = windows.pack(batch)
            with torch.autocast(windows.device, torch.bfloat16):
                logits = teacher(ids, sentences, len(numbers))
            wanted = torch.from_numpy(data.labels[numbers]).to(windows.device)
            loss = functional.binary_cross_entropy_with_logits(logits, wanted)
            share = min(1, (step + 1) / (WARM_UP * steps)) * max(0.02, 1 - step / steps)
            for group, top in zip(optimizer.param_groups, tops, strict=True):
                group["lr"] = top * share
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            step += 1
        print(f"teacher {seed}, epoch {epoch}: loss {loss.item():.4f}, {time.monotonic() - start:.0f} s", flush=True)
    return teacher


@torch.no_grad()
def read_all(teacher: FactTeacher, windows: Windows, texts: int, subwords: int = 32_768) -> np.ndarray:
    """Logits of all sentences, the mean of windows that begin at different places."""
    teacher.eval()
    logits, counts = np.zeros((windows.starts[-1], TARGETS), "f4"), np.zeros(windows.starts[-1], "f4")
    for first in (WINDOW, WINDOW // 2):
        for batch in windows.batches([window for text in range(texts) for window in windows.of(text, first)], subwords, shuffle=False):
            ids, sentences, numbers = windows.pack(batch)
            with torch.autocast(windows.device, torch.bfloat16):
                logits[numbers] += teacher(ids, sentences, len(numbers)).cpu().numpy()
            counts[numbers] += 1
    return logits / counts[:, None]


def teach(arguments: argparse.Namespace) -> None:
    data = read_sentences(arguments.work)
    windows = Windows(data, "cuda" if torch.cuda.is_available() else "cpu")
    marked = [text for text, tuned in enumerate(data.tuned) if not (tuned and arguments.without_tuned)]
    logits = []
    for settings in [(6e-5, 1, 1, 3000)] if arguments.smoke else TEACHERS:
        file = arguments.work / f"teacher-{'-'.join(map(str, settings))}{'-without-tuned' if arguments.without_tuned else ''}.npy"
        if not file.exists():
            np.save(file, read_all(train_teacher(data, windows, marked, settings), windows, len(data.texts)))
        logits.append(np.load(file))
    mean = np.mean(logits, axis=0)
    np.save(arguments.work / "logits.npy", mean.astype("f2"))
    sizes = np.diff(data.starts[: len(data.tuned) + 1])
    tuned = np.flatnonzero(np.repeat(data.tuned, sizes))
    if arguments.without_tuned:
        for name, target in (("facts", 0), ("subjects", TARGETS - 1)):
            print(f"{name}: average precision on the tuned half {rank_quality(mean[tuned, target], data.labels[tuned, target]):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--pages", type=Path, required=True, help="unpacked wcxb-dev: gold.jsonl")
    parser.add_argument("--work", type=Path, required=True, help="folder for sentences and logits; a teacher that is there is not trained again")
    parser.add_argument("--without-tuned", action="store_true", help="learn from fact-texts only, to choose settings")
    parser.add_argument("--smoke", action="store_true", help="the same path with one teacher on few texts")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    if not (arguments.work / "words.json").exists():
        dump_sentences(arguments.work, arguments.data, arguments.pages, 200 if arguments.smoke else 1)
    teach(arguments)


if __name__ == "__main__":
    main()
