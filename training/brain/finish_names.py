"""Goes on with the names branch alone, over the finished trunk: cheap steps, since nothing flows back through the trunk.

The joint run ends with names still improving and feelings at rest; the branch then sees the sets a few times more, at a
rate that falls from `RATE` to nothing. The trunk and the branch of feelings stay as they are.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

import torch

import batches
import sets
from encoder import Brain
from losses import names_loss
from tokenizer import PieceTokenizer

RATE = 2e-4
HEAD_RATE = 6e-4
TOKENS = 1536
AVERAGE_DECAY = 0.99
# Beside the joint run's shares: the sets of plain text count more, tweets and encyclopedia less.
TIMES = {"ewt": 2.0, "wnut17": 2.0, "btc": 0.4, "redocred": 0.5}


def finish_names(
    brain: Brain, data: Path, tokenizer: PieceTokenizer, seed: int, steps: int = 0, minutes: float = 0
) -> int:
    """Trains `brain.names` in place, for so many steps or minutes; returns the steps. Ends with the averaged weights."""
    words = sets.read_name_words()
    owners = [
        sets.NameSet(one.name, one.files, one.language, one.annotated, TIMES.get(one.name, one.times), one.holds_back_tenth)
        for one in sets.NAME_SETS
    ]
    name_sets = [sets.read_name_set(data, owner, words)[0] for owner in owners]
    parameters = list(brain.names.parameters())
    head = list(brain.names.head.parameters())
    layers = list(brain.names.layers.parameters())
    optimiser = torch.optim.AdamW(
        [{"params": layers, "top": RATE}, {"params": head, "top": HEAD_RATE}], weight_decay=0.01, betas=(0.9, 0.98)
    )
    average = [one.detach().clone() for one in parameters]
    trunk = brain.trunk.to(torch.bfloat16).eval()
    brain.names.train()
    started = time.monotonic()
    step = epoch = 0
    mean = 0.0
    while True:
        epoch += 1
        groups = batches.group_by_tokens(
            batches.names_epoch(name_sets, tokenizer, seed + 1000 + epoch), TOKENS, random.Random(seed + epoch)
        )
        for group in groups:
            spent = (time.monotonic() - started) / 60
            progress = spent / minutes if minutes > 0 else step / steps
            if progress >= 1:
                brain.trunk.float()
                with torch.no_grad():
                    for parameter, value in zip(parameters, average, strict=True):
                        parameter.copy_(value)
                brain.names.eval()
                return step
            for one in optimiser.param_groups:
                one["lr"] = one["top"] * min(1.0, 20 * progress) * (1 - progress)
            batch = batches.names_batch(group)
            with torch.autocast("cpu", torch.bfloat16):
                with torch.no_grad():
                    hidden = trunk(brain.words(batch.ids).bfloat16(), batch.mask.bfloat16())
                logits = brain.names(hidden, batch.mask)
            loss = names_loss(logits.flatten(0, 1)[batch.places], batch.allowed)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            step += 1
            mean = 0.98 * mean + 0.02 * float(loss.detach()) if step > 1 else float(loss.detach())
            torch._foreach_lerp_(average, [one.detach() for one in parameters], 1 - min(AVERAGE_DECAY, step / (step + 10)))
            if step % 50 == 0:
                print(json.dumps({"names step": step, "minutes": round(spent, 2), "loss": round(mean, 4)}), flush=True)


def main() -> None:
    """Alone: `finish_names.py --run <folder with checkpoint.pt> --model <folder> --data <folder> --minutes 12`."""
    from train import Run

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    arguments.out = arguments.run
    run = Run(arguments)
    run.load(arguments.run / "checkpoint.pt")
    run.swap_average()
    tokenizer = PieceTokenizer(arguments.model / "vocabulary.bin")
    steps = finish_names(run.brain, arguments.data, tokenizer, arguments.seed, arguments.steps, arguments.minutes)
    torch.save({"names": run.brain.names.state_dict(), "steps": steps}, arguments.run / "names.pt")


if __name__ == "__main__":
    main()
