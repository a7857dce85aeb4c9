"""Trains the brain: each step takes one batch of names and one of feelings, and sums their gradients.

The learning rate rises for the first twentieth and falls in a straight line to nothing. With `--minutes` the schedule
follows the clock, so that a run ends annealed on any machine; with `--steps` it follows the steps. A checkpoint every few
minutes holds all that is needed to go on: run the same command again.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

import batches
import evaluate
import sets
from base_encoder import expand_blocks, read_base
from encoder import Brain
from losses import affect_loss, emotions_loss, names_loss, polarity_loss
from tokenizer import PieceTokenizer

NAMES_TOKENS = 1536
FEELINGS_TOKENS = 1792
RATE = 3e-4
HEAD_RATE = 1e-3
LAYER_DECAY = 0.93
WARM_UP = 0.05
AVERAGE_EVERY = 4
AVERAGE_DECAY = 0.99
EMOTIONS_WEIGHT = 0.4
AFFECT_WEIGHT = 2.0
FOLDED = {"FACILITY": "LOCATION"}
THREE = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))


def read_embeddings(path: Path) -> np.ndarray:
    """The word embeddings as float32 [pieces, hidden]."""
    data = path.read_bytes()
    _, count, hidden, block = np.frombuffer(data, "<u4", 4, 4)
    blocks = int(count) * int(hidden) // int(block)
    scales = np.frombuffer(data, "<f2", blocks, 20)
    nibbles = np.frombuffer(data, np.uint8, blocks * 16, 20 + 2 * blocks).reshape(-1, 16)
    return expand_blocks(scales, nibbles).reshape(int(count), int(hidden))


def make_brain(model: Path, seed: int, dropout: float = 0.1) -> Brain:
    torch.manual_seed(seed)
    embeddings = read_embeddings(model / "embeddings.bin")
    return Brain(read_base(), embeddings, len(sets.TAGS), len(sets.EMOTIONS), dropout=dropout, seed=seed)


def parameter_groups(brain: Brain) -> list[dict]:
    """Layers nearer the words learn slower; heads learn faster; norms and biases are not decayed."""
    groups: dict[tuple[float, float], list] = {}
    depth = len(brain.trunk.layers) + len(brain.names.layers)
    for name, parameter in brain.named_parameters():
        if not parameter.requires_grad:
            continue
        parts = name.split(".")
        if "layers" in parts:
            number = int(parts[parts.index("layers") + 1]) + (0 if parts[0] == "trunk" else len(brain.trunk.layers))
            rate = RATE * LAYER_DECAY ** (depth - 1 - number)
        else:
            rate = RATE * LAYER_DECAY**depth if parts[0] == "trunk" else HEAD_RATE
        decay = 0.01 if parameter.dim() > 1 else 0.0
        groups.setdefault((rate, decay), []).append(parameter)
    return [
        {"params": parameters, "lr": rate, "top_rate": rate, "weight_decay": decay}
        for (rate, decay), parameters in groups.items()
    ]


def endless(make_epoch, tokens_max: int, seed: int, start: tuple[int, int]) -> Iterator[tuple[list, tuple[int, int]]]:
    """Groups of examples, epoch after epoch, from (epoch, group) on, each with the place after it."""
    epoch, skip = start
    while True:
        groups = batches.group_by_tokens(make_epoch(seed + epoch), tokens_max, random.Random(seed + epoch))
        for number, group in enumerate(groups[skip:], skip):
            yield group, (epoch, number + 1)
        epoch, skip = epoch + 1, 0


def rate_factor(progress: float) -> float:
    return progress / WARM_UP if progress < WARM_UP else max(0.0, (1.0 - progress) / (1.0 - WARM_UP))


def feelings_losses(brain: Brain, batch: batches.FeelingsBatch) -> tuple[torch.Tensor, dict[str, float]]:
    polarity, emotions, affect = brain.feel(batch.ids, batch.mask.bfloat16())
    total = polarity.new_zeros((), dtype=torch.float32)
    shown: dict[str, float] = {}
    texts = len(batch.ids)
    for name, rows, weight, loss in (
        ("polarity", batch.polarity_rows, 1.0, lambda r: polarity_loss(polarity[r], batch.polarity)),
        ("emotions", batch.emotion_rows, EMOTIONS_WEIGHT, lambda r: emotions_loss(emotions[r], batch.emotions)),
        ("affect", batch.affect_rows, AFFECT_WEIGHT, lambda r: affect_loss(affect[r], batch.affect)),
    ):
        if len(rows) == 0:
            continue
        value = loss(rows)
        shown[name] = float(value.detach())
        total = total + weight * value * (len(rows) / texts)
    return total, shown


class Progress:
    """How far a run has come, by the clock or by steps, and how it is written down."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.step = 0
        self.seconds = 0.0

    def progress(self) -> float:
        if self.arguments.minutes > 0:
            return self.seconds / (60 * self.arguments.minutes)
        return self.step / self.arguments.steps

    @staticmethod
    def write(state: dict[str, object], path: Path) -> None:
        """A reader finds the old checkpoint or the new one, never half of one."""
        torch.save(state, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)


class Run(Progress):
    """Everything that a checkpoint holds.

    The forward and backward passes run on a bfloat16 copy of the float32 weights that the optimiser moves: on a CPU memory
    traffic is the bound, and this halves it.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        super().__init__(arguments)
        self.brain = make_brain(arguments.model, arguments.seed)
        self.optimiser = torch.optim.AdamW(parameter_groups(self.brain), betas=(0.9, 0.98), eps=1e-6, fused=True)
        self.parameters = [p for p in self.brain.parameters() if p.requires_grad]
        self.average = [p.detach().clone() for p in self.parameters]
        self.half = make_brain(arguments.model, arguments.seed).to(torch.bfloat16)
        self.half_parameters = [p for p in self.half.parameters() if p.requires_grad]
        self.tokens = 0
        self.places: dict[str, tuple[int, int]] = {"names": (0, 0), "feelings": (0, 0)}

    def save(self, path: Path) -> None:
        state = {
            "model": [p.detach() for p in self.parameters],
            "average": self.average,
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
            "tokens": self.tokens,
            "places": self.places,
        }
        self.write(state, path)

    def load(self, path: Path) -> None:
        state = torch.load(path, weights_only=True)
        with torch.no_grad():
            for parameter, value in zip(self.parameters, state["model"], strict=True):
                parameter.copy_(value)
        self.average = state["average"]
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.seconds, self.tokens = state["step"], state["seconds"], state["tokens"]
        self.places = {name: tuple(place) for name, place in state["places"].items()}

    def learn(self, names: batches.NamesBatch, feelings: batches.FeelingsBatch) -> dict[str, float]:
        """One step; returns the losses."""
        with torch.no_grad():
            torch._foreach_copy_(self.half_parameters, self.parameters)
        self.half.train()
        factor = rate_factor(self.progress())
        for group in self.optimiser.param_groups:
            group["lr"] = group["top_rate"] * factor
        logits = self.half.tag(names.ids, names.mask.bfloat16())
        loss = names_loss(logits.flatten(0, 1)[names.places], names.allowed)
        loss.backward()
        felt, shown = feelings_losses(self.half, feelings)
        felt.backward()
        for parameter, half in zip(self.parameters, self.half_parameters, strict=True):
            parameter.grad = None if half.grad is None else half.grad.float()
            half.grad = None
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.step += 1
        self.tokens += names.ids.numel() + feelings.ids.numel()
        if self.step % AVERAGE_EVERY == 0:
            decay = min(AVERAGE_DECAY, self.step / (self.step + 40))
            torch._foreach_lerp_(self.average, [p.detach() for p in self.parameters], 1.0 - decay)
        return {"names": float(loss.detach()), **shown}

    def swap_average(self) -> None:
        """Exchanges weights and their running average."""
        with torch.no_grad():
            for parameter, value in zip(self.parameters, self.average, strict=True):
                kept = parameter.detach().clone()
                parameter.copy_(value)
                value.copy_(kept)


def quick_look(run: Run, data: Path, tokenizer: PieceTokenizer) -> dict[str, float]:
    """A few development figures of the averaged weights, to see a run go right or wrong."""
    run.swap_average()
    run.brain.eval()
    owner = sets.NAME_SETS[0]
    ewt = sets.read_name_file(data, "ewt.dev", owner)[::2]
    wnut = sets.read_name_file(data, "wnut17.test", owner)[::2]
    sst = [one for one in sets.read_polarity(data, "sst5.dev") if one.polarity[2] == 0]
    semeval = sets.read_polarity(data, "semeval.dev")[::2]
    go = sets.read_emotions(data, "goemotions.dev")[::2]
    three = evaluate.three_classes(evaluate.feel_texts(run.brain, sst, tokenizer)[0])
    tweets = evaluate.three_classes(evaluate.feel_texts(run.brain, semeval, tokenizer)[0])
    felt = 1 / (1 + np.exp(-evaluate.feel_texts(run.brain, go, tokenizer)[1]))
    gold = np.array([[name in one.emotions for name in sets.EMOTIONS] for one in go])
    half = len(go) // 2
    thresholds = evaluate.best_thresholds(gold[:half], felt[:half])
    figures = {
        "ewt": evaluate.score_names(run.brain, ewt, tokenizer, THREE, FOLDED).f1,
        "wnut": evaluate.score_names(run.brain, wnut, tokenizer, THREE | {"PRODUCT", "WORK_OF_ART"}, FOLDED).f1,
        "sst": float(((three[:, 2] > three[:, 0]) == (evaluate.gold_classes(sst) == 2)).mean()),
        "semeval": evaluate.macro_recall(evaluate.gold_classes(semeval), tweets.argmax(1)),
        "goemotions": evaluate.macro_f1(gold[half:], felt[half:] >= thresholds),
    }
    run.swap_average()
    return {name: round(value, 4) for name, value in figures.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ner/, sentiment/, emotion/")
    parser.add_argument("--model", type=Path, required=True, help="folder with vocabulary.bin and embeddings.bin")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and the log")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--save-minutes", type=float, default=8)
    parser.add_argument("--look-minutes", type=float, default=16)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    tokenizer = PieceTokenizer(arguments.model / "vocabulary.bin")
    run = Run(arguments)
    checkpoint = arguments.out / "checkpoint.pt"
    if checkpoint.exists():
        run.load(checkpoint)
        print(f"going on at step {run.step}", flush=True)
    if run.progress() >= 1.0:
        return
    words = sets.read_name_words()
    name_sets = [sets.read_name_set(arguments.data, owner, words)[0] for owner in sets.NAME_SETS]
    feeling_sets = sets.read_feelings(arguments.data)
    names = endless(
        lambda seed: batches.names_epoch(name_sets, tokenizer, seed), NAMES_TOKENS, arguments.seed, run.places["names"]
    )
    feelings = endless(
        lambda seed: batches.feelings_epoch(feeling_sets, tokenizer, seed),
        FEELINGS_TOKENS, arguments.seed, run.places["feelings"],
    )  # fmt: skip
    log = (arguments.out / "log.jsonl").open("a")
    means: dict[str, float] = {}
    last_save = last_look = run.seconds
    while run.progress() < 1.0:
        started = time.monotonic()
        names_group, run.places["names"] = next(names)
        feelings_group, run.places["feelings"] = next(feelings)
        shown = run.learn(batches.names_batch(names_group), batches.feelings_batch(feelings_group))
        run.seconds += time.monotonic() - started
        for name, value in shown.items():
            means[name] = 0.98 * means.get(name, value) + 0.02 * value
        if run.step % 50 == 0:
            line = {
                "step": run.step,
                "minutes": round(run.seconds / 60, 2),
                "tokens": run.tokens,
                "rate": rate_factor(run.progress()),
                "places": run.places,
                **{name: round(value, 4) for name, value in means.items()},
            }
            print(json.dumps(line), file=log, flush=True)
            print(json.dumps(line), flush=True)
        if run.seconds - last_save > 60 * arguments.save_minutes:
            run.save(checkpoint)
            last_save = run.seconds
        if run.seconds - last_look > 60 * arguments.look_minutes:
            figures = {"step": run.step, **quick_look(run, arguments.data, tokenizer)}
            print(json.dumps(figures), file=log, flush=True)
            print(json.dumps(figures), flush=True)
            last_look = run.seconds
    run.save(checkpoint)
    print(json.dumps({"step": run.step, **quick_look(run, arguments.data, tokenizer)}), flush=True)


if __name__ == "__main__":
    main()
