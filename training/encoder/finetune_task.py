"""Goes on with one branch alone, over frozen lower layers: cheap steps, since nothing flows back through the trunk.

The joint run ends with both branches still improving, and where one gains the other waits. Here each takes over the upper
layers of the trunk as a copy of its own (`Brain.split`) and sees its sets a few times more, at a rate that falls to nothing;
the rest stays as it is. A checkpoint every few minutes holds all that is needed to go on: run the same command again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import torch

import batches
import sets
from encoder import Brain
from losses import names_loss
from tokenizer import PieceTokenizer
from train import FEELINGS_TOKENS, LAYER_DECAY, NAMES_TOKENS, Progress, Run, endless, feelings_losses

AVERAGE_DECAY = 0.995
# Beside the joint run's shares: sets of plain text and of few sentences count more, tweets and encyclopedia less.
TIMES = {"ewt": 2.0, "uner-da": 1.5, "uner-sv": 1.5, "wnut17": 2.0, "btc": 0.5, "redocred": 0.6}


@dataclass(frozen=True)
class Stage:
    """What differs between the branches."""

    rate: float
    head_rate: float
    tokens: int
    make_epoch: Callable[[int], list]
    loss: Callable[[list], torch.Tensor]


class FrozenTrunk:
    """`Brain` with nothing flowing back through the trunk, which runs in bfloat16."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        brain.trunk.to(torch.bfloat16).eval()

    def hidden(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            return self.brain.trunk(self.brain.words(ids).bfloat16(), mask.bfloat16())

    def tag(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.brain.names(self.hidden(ids, mask), mask)

    def feel(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return self.brain.feelings(self.hidden(ids, mask), mask)


def names_stage(brain: FrozenTrunk, data: Path, tokenizer: PieceTokenizer) -> Stage:
    words = sets.read_name_words()
    owners = [replace(one, times=TIMES.get(one.name, one.times)) for one in sets.NAME_SETS]
    name_sets = [sets.read_name_set(data, owner, words)[0] for owner in owners]

    def loss(group: list) -> torch.Tensor:
        batch = batches.names_batch(group)
        return names_loss(brain.tag(batch.ids, batch.mask).flatten(0, 1)[batch.places], batch.allowed)

    return Stage(2.5e-4, 6e-4, NAMES_TOKENS, lambda seed: batches.names_epoch(name_sets, tokenizer, seed), loss)


def feelings_stage(brain: FrozenTrunk, data: Path, tokenizer: PieceTokenizer) -> Stage:
    feeling_sets = sets.read_feelings(data)
    return Stage(
        1.5e-4, 4e-4, FEELINGS_TOKENS,
        lambda seed: batches.feelings_epoch(feeling_sets, tokenizer, seed),
        lambda group: feelings_losses(brain, batches.feelings_batch(group))[0],
    )  # fmt: skip


STAGES = {"names": names_stage, "feelings": feelings_stage}


class BranchRun(Progress):
    """Everything that a checkpoint of this stage holds."""

    def __init__(self, branch: torch.nn.Module, stage: Stage, arguments: argparse.Namespace) -> None:
        super().__init__(arguments)
        self.branch = branch
        self.stage = stage
        self.parameters = list(branch.parameters())
        layers = list(branch.layers)
        of_layers = {id(one) for layer in layers for one in layer.parameters()}
        groups = [
            {"params": list(layer.parameters()), "top": stage.rate * LAYER_DECAY ** (len(layers) - 1 - number)}
            for number, layer in enumerate(layers)
        ]
        heads = [one for one in self.parameters if id(one) not in of_layers]
        groups.append({"params": heads, "top": stage.head_rate})
        self.optimiser = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))
        self.average = [one.detach().clone() for one in self.parameters]
        self.place = (0, 0)

    def save(self, path: Path) -> None:
        state = {
            "branch": self.branch.state_dict(),
            "average": self.average,
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
            "place": self.place,
        }
        self.write(state, path)

    def load(self, path: Path) -> None:
        state = torch.load(path, weights_only=True)
        self.branch.load_state_dict(state["branch"])
        self.average = state["average"]
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.seconds, self.place = state["step"], state["seconds"], tuple(state["place"])

    def learn(self, group: list) -> float:
        """One step; returns the loss."""
        progress = self.progress()
        for one in self.optimiser.param_groups:
            one["lr"] = one["top"] * min(1.0, 20 * progress) * max(0.0, 1 - progress)
        with torch.autocast("cpu", torch.bfloat16):
            loss = self.stage.loss(group)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.step += 1
        decay = min(AVERAGE_DECAY, self.step / (self.step + 10))
        torch._foreach_lerp_(self.average, [one.detach() for one in self.parameters], 1 - decay)
        return float(loss.detach())

    def take_average(self) -> None:
        with torch.no_grad():
            for parameter, value in zip(self.parameters, self.average, strict=True):
                parameter.copy_(value)


def finish_branch(brain: Brain, name: str, tokenizer: PieceTokenizer, arguments: argparse.Namespace) -> int:
    """Trains a branch in place and leaves it with the averaged weights; returns the steps."""
    branch = getattr(brain, name)
    stage = STAGES[name](FrozenTrunk(brain), arguments.data, tokenizer)
    run = BranchRun(branch, stage, arguments)
    checkpoint = arguments.run / f"{name}-checkpoint.pt"
    if checkpoint.exists():
        run.load(checkpoint)
        print(f"going on at step {run.step}", flush=True)
    groups = endless(stage.make_epoch, stage.tokens, arguments.seed + 1000, run.place)
    branch.train()
    saved = run.seconds
    mean = 0.0
    while run.progress() < 1:
        started = time.monotonic()
        group, run.place = next(groups)
        loss = run.learn(group)
        run.seconds += time.monotonic() - started
        mean = loss if mean == 0 else 0.98 * mean + 0.02 * loss
        if run.step % 50 == 0:
            shown = {"step": run.step, "minutes": round(run.seconds / 60, 2), "loss": round(mean, 4)}
            print(json.dumps({**shown, "epoch": run.place[0]}), flush=True)
        if run.seconds - saved > 60 * arguments.save_minutes:
            run.save(checkpoint)
            saved = run.seconds
    run.take_average()
    branch.eval()
    return run.step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--branch", choices=sorted(STAGES), required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True, help="folder with the joint run's checkpoint.pt")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--save-minutes", type=float, default=8)
    arguments = parser.parse_args()
    arguments.out = arguments.run
    run = Run(arguments)
    run.load(arguments.run / "checkpoint.pt")
    run.swap_average()
    brain = run.brain
    del run
    brain.split()
    tokenizer = PieceTokenizer(arguments.model / "vocabulary.bin")
    steps = finish_branch(brain, arguments.branch, tokenizer, arguments)
    branch = getattr(brain, arguments.branch)
    torch.save({"branch": branch.state_dict(), "steps": steps}, arguments.run / f"{arguments.branch}.pt")


if __name__ == "__main__":
    main()
