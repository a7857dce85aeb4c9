"""Trains the scripts recognizer: the backbone of the base with an output layer for the classes of `scripts-characters.data.json`.

CTC (Graves et al. 2006) on rendered lines. Where a line has only classes of the base and the base reads it without error, the
student also follows the base's distribution (Kullback-Leibler divergence), so that it does not lose Latin and Greek. The blocks
of the backbone join from the last to the first (`UNFREEZING`): the early ones are generic, and training them costs most.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import signal
import time
from pathlib import Path

import numpy as np
import torch
from alphabet import Alphabet
from base_models import base_model_path, read_base_classes
from batches import Batch, ShardStream, group_by_width, make_batch, read_shard
from metrics import collapse, error_rate
from recognizer import Recognizer, read_recognizer
from render_lines import SCRIPT_NAMES
from torch import Tensor
from torch.nn import functional as F

# (from this number of lines on, first trained block); -1 is everything, the stem included.
UNFREEZING = ((0, 11), (8_000, 7), (80_000, 4), (250_000, -1))
PEAK_RATES = {"output": 2e-3, "neck": 1e-3, "blocks": 5e-4, "stem": 2e-4}
FINAL_SHARE = 0.03
WARMUP_LINES = 6_000
DECAY = 0.9995
WEIGHT_DECAY = 0.01
GRADIENT_NORM_MAX = 5.0
DISTILLATION = 0.3
# Lines shorter than this count as this many labels, those of unknown scripts without labels too.
EMPTY_LABELS = 4
DISTILLED_SCRIPTS = {SCRIPT_NAMES.index("latin"), SCRIPT_NAMES.index("greek")}


def shared_classes(alphabet: Alphabet) -> tuple[list[int], list[int]]:
    """Returns the classes of the alphabet that the base also has, and the base's numbers of them; the blank comes first."""
    import onnx

    base = {text: number for number, text in enumerate(read_base_classes(onnx.load(base_model_path("recognition")))) if text}
    pairs = [(0, 0), *((number, base[text]) for text, number in alphabet.numbers.items() if text in base)]
    return [own for own, _ in pairs], [theirs for _, theirs in pairs]


def create_student(alphabet: Alphabet) -> Recognizer:
    """Returns the base with a separate output layer; rows of shared classes start as the base's rows."""
    base = read_recognizer(base_model_path("recognition"))
    student = read_recognizer(base_model_path("recognition"), alphabet.count)
    own, theirs = shared_classes(alphabet)
    with torch.no_grad():
        weight = base.output.weight
        student.output.weight.copy_(weight.mean(0) + torch.randn(alphabet.count, weight.shape[1]) * weight.std(0) * 0.3)
        student.output.bias.fill_(float(base.output.bias.mean()))
        student.output.weight[own] = base.output.weight[theirs]
        student.output.bias[own] = base.output.bias[theirs]
    return student


class Teacher:
    """The base recognizer, reduced to the shared classes."""

    def __init__(self, alphabet: Alphabet) -> None:
        own, theirs = shared_classes(alphabet)
        self.own = torch.tensor(own)
        self.to_shared = {number: position for position, number in enumerate(own)}
        self.network = read_recognizer(base_model_path("recognition")).eval()
        with torch.no_grad():
            self.network.output.weight = torch.nn.Parameter(self.network.output.weight[theirs].clone())
            self.network.output.bias = torch.nn.Parameter(self.network.output.bias[theirs].clone())

    @torch.no_grad()
    def scores(self, images: Tensor) -> Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            return self.network(images.contiguous(memory_format=torch.channels_last)).float()


class Trainer:
    """The state of a run: student, averaged weights, optimizer, counters; saved and restored as one file."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.out: Path = arguments.out
        self.out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(arguments.seed)
        self.alphabet = Alphabet.read()
        self.student = create_student(self.alphabet).to(memory_format=torch.channels_last)
        self.averaged = {name: value.detach().clone() for name, value in self.student.named_parameters()}
        self.teacher = Teacher(self.alphabet)
        parts = {part: getattr(self.student, part).parameters() for part in PEAK_RATES}
        groups = [{"params": list(parts[part]), "peak": rate} for part, rate in PEAK_RATES.items()]
        self.optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=WEIGHT_DECAY)
        self.step, self.lines, self.seconds, self.consumed = 0, 0, 0.0, 0

    def save(self) -> None:
        state = {
            "student": self.student.state_dict(), "averaged": self.averaged, "optimizer": self.optimizer.state_dict(),
            "step": self.step, "lines": self.lines, "seconds": self.seconds, "consumed": self.consumed, "classes": self.alphabet.classes,
        }  # fmt: skip
        temporary = self.out / "checkpoint.tmp"
        torch.save(state, temporary)
        os.replace(temporary, self.out / "checkpoint.pt")

    def load(self) -> None:
        """:raises ValueError: if the checkpoint has other classes."""
        state = torch.load(self.out / "checkpoint.pt", weights_only=True)
        if state["classes"] != self.alphabet.classes:
            raise ValueError("the checkpoint was trained on other classes")
        self.student.load_state_dict(state["student"])
        self.averaged = state["averaged"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.lines, self.seconds, self.consumed = (state[name] for name in ("step", "lines", "seconds", "consumed"))

    def set_rate(self) -> None:
        """Warmup, then a cosine over `--lines`; a run is extended by a larger number."""
        progress = min(1.0, self.lines / self.arguments.lines)
        factor = FINAL_SHARE + (1 - FINAL_SHARE) * 0.5 * (1 + math.cos(math.pi * progress))
        factor *= min(1.0, (self.lines + 200) / WARMUP_LINES)
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * factor
        first = next(block for start, block in reversed(UNFREEZING) if self.lines >= start)
        self.student.stem.requires_grad_(first < 0)
        for index, block in enumerate(self.student.blocks):
            block.requires_grad_(index >= first)

    def distillation_loss(self, batch: Batch, scores: Tensor) -> Tensor | None:
        """Divergence from the base on the lines that the base reads without error; the blank is a class like others."""
        ends = torch.cumsum(batch.lengths, 0).tolist()
        rows = [row for row, script in enumerate(batch.scripts) if script in DISTILLED_SCRIPTS]
        if not rows:
            return None
        teacher = self.teacher.scores(batch.images[rows])
        best = teacher.argmax(-1).numpy()
        kept = []
        for position, row in enumerate(rows):
            labels = batch.labels[ends[row] - int(batch.lengths[row]) : ends[row]].tolist()
            if [self.teacher.to_shared.get(number) for number in labels] == collapse(best[position]):
                kept.append(position)
        if not kept:
            return None
        student = scores[[rows[position] for position in kept]][:, :, self.teacher.own]
        target = teacher[kept].log_softmax(-1)
        divergence = F.kl_div(student.log_softmax(-1), target, log_target=True, reduction="none").sum(-1).mean()
        return divergence * len(kept) / len(batch.scripts)

    def train_step(self, batch: Batch) -> tuple[float, float]:
        """Returns the CTC loss per label and the distillation loss."""
        self.set_rate()
        with torch.autocast("cpu", torch.bfloat16):
            scores = self.student(batch.images.contiguous(memory_format=torch.channels_last))
        scores = scores.float()
        steps = torch.full((scores.shape[0],), scores.shape[1])
        log_probabilities = scores.log_softmax(-1).transpose(0, 1)
        losses = F.ctc_loss(log_probabilities, batch.labels, steps, batch.lengths, reduction="none", zero_infinity=True)
        ctc = (losses / batch.lengths.clamp(min=EMPTY_LABELS)).mean()
        distilled = self.distillation_loss(batch, scores)
        loss = ctc if distilled is None else ctc + DISTILLATION * distilled
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.student.parameters(), GRADIENT_NORM_MAX)
        self.optimizer.step()
        self.step += 1
        self.lines += len(batch.scripts)
        decay = min(DECAY, (1 + self.step) / (20 + self.step))
        with torch.no_grad():
            for name, value in self.student.named_parameters():
                self.averaged[name].lerp_(value, 1 - decay)
        return ctc.item(), distilled.item() if distilled is not None else 0.0

    def averaged_student(self) -> Recognizer:
        network = Recognizer(self.alphabet.count)
        network.load_state_dict({**self.student.state_dict(), **self.averaged})
        return network.eval()

    def evaluate(self, path: Path) -> dict[str, float]:
        """Returns the character error rate of the averaged weights per script, in visual order."""
        network = self.averaged_student().to(memory_format=torch.channels_last)
        pairs: dict[int, list[tuple[str, str]]] = {}
        for group in group_by_width(read_shard(path), 8000):
            batch = make_batch(group, None)
            with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
                best = network(batch.images.contiguous(memory_format=torch.channels_last)).argmax(-1).numpy()
            for (_, labels, script), row in zip(group, best, strict=True):
                pairs.setdefault(script, []).append((self.alphabet.decode(labels), self.alphabet.decode(collapse(row))))
        return {SCRIPT_NAMES[script]: round(error_rate(found), 4) for script, found in sorted(pairs.items())}


def run(arguments: argparse.Namespace) -> Trainer:
    """Trains until the given lines, steps or minutes; SIGTERM saves a checkpoint and ends the run."""
    trainer = Trainer(arguments)
    if (trainer.out / "checkpoint.pt").exists():
        trainer.load()
        print(f"resumed at step {trainer.step}, {trainer.lines} lines", flush=True)
    stream = ShardStream(arguments.shards, trainer.consumed)
    started = saved = evaluated = time.monotonic()
    logged: list[tuple[float, float]] = []
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    for batch in stream.batches(arguments.seed + trainer.step):
        logged.append(trainer.train_step(batch))
        trainer.consumed = stream.consumed
        now = time.monotonic()
        finished = trainer.lines >= arguments.lines or (arguments.minutes and now - started > arguments.minutes * 60)
        finished = bool(finished or stopped or (arguments.steps and trainer.step >= arguments.steps))
        if trainer.step % 50 == 0 or finished:
            ctc, distilled = np.mean(logged, 0)
            rate = trainer.optimizer.param_groups[0]["lr"]
            line_rate = trainer.lines / max(1, trainer.seconds + now - started)
            print(f"{trainer.step} lines {trainer.lines} ctc {ctc:.4f} distillation {distilled:.4f} rate {rate:.2e} {line_rate:.1f} lines/s repeated {stream.repeated}", flush=True)
            logged.clear()
        if now - saved > arguments.save_seconds or finished:
            elapsed, trainer.seconds = trainer.seconds, trainer.seconds + now - started
            trainer.save()
            trainer.seconds, saved = elapsed, now
        if now - evaluated > arguments.evaluate_seconds or (finished and not stopped):
            rates = trainer.evaluate(arguments.dev)
            print("dev " + json.dumps({"step": trainer.step, "lines": trainer.lines, **rates}), flush=True)
            evaluated = time.monotonic()
        if finished:
            return trainer
    raise RuntimeError("the stream of batches ended")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lines", type=int, default=600_000, help="length of the cosine; the run ends there")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--save-seconds", type=float, default=240)
    parser.add_argument("--evaluate-seconds", type=float, default=900)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    run(arguments)


if __name__ == "__main__":
    main()
