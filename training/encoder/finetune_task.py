"""Fine-tunes one task alone over frozen lower layers: steps are cheap, since no gradient flows through the backbone.

The joint run ends with both tasks still improving, and where one gains the other waits. Here each task takes copies of the
upper shared layers (`EncoderModel.untie_layers`) and trains on further data of its sets, with a learning rate that decays to zero;
everything else is frozen. Each task needs one core, so both can run at the same time. A checkpoint every few minutes, and one when
the process is terminated, contains everything needed to resume: run the same command again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import batches
import torch
from encoder import EncoderModel
from losses import ner_loss
from starting_weights import LAYER_DECAY, add_start_options
from tokenizer import UnigramTokenizer
from train import (
    NER_BATCH_TOKENS,
    SENTIMENT_BATCH_TOKENS,
    STOPPED,
    Trainer,
    TrainingProgress,
    infinite_batches,
    sentiment_losses,
    stop_on_signals,
    stopping,
)
from training_data import SURE_ENGLISH, TrainingData

EMA_DECAY = 0.995


@dataclass(frozen=True)
class TaskConfig:
    """Parameters that differ between the tasks."""

    rate: float
    head_rate: float
    tokens: int
    make_chunk: Callable[[int], list]
    loss: Callable[[list], torch.Tensor]


class FrozenBackbone:
    """An encoder whose backbone is frozen."""

    def __init__(self, encoder: EncoderModel) -> None:
        self.encoder = encoder
        encoder.backbone.eval()

    def hidden(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            return self.encoder.backbone(self.encoder.word_embeddings(ids), mask)

    def tag_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.encoder.entities(self.hidden(ids, mask), mask)

    def sentiment_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return self.encoder.sentiment(self.hidden(ids, mask), mask)


def ner_task(encoder: FrozenBackbone, data: TrainingData) -> TaskConfig:
    def loss(group: list) -> torch.Tensor:
        batch = batches.collate_ner(group)
        return ner_loss(encoder.tag_logits(batch.ids, batch.mask).flatten(0, 1)[batch.token_indices], batch.allowed)

    return TaskConfig(2e-4, 5e-4, NER_BATCH_TOKENS, data.ner_chunk, loss)


def sentiment_task(encoder: FrozenBackbone, data: TrainingData) -> TaskConfig:
    def loss(group: list) -> torch.Tensor:
        return sentiment_losses(encoder, batches.collate_sentiment(group))[0]

    return TaskConfig(1.5e-4, 4e-4, SENTIMENT_BATCH_TOKENS, data.sentiment_chunk, loss)


TASKS = {"entities": ner_task, "sentiment": sentiment_task}


class TaskTrainer(TrainingProgress):
    """The run of one task."""

    def __init__(self, module: torch.nn.Module, config: TaskConfig, arguments: argparse.Namespace, start: tuple[int, int]) -> None:
        super().__init__(arguments)
        self.module = module
        self.config = config
        self.parameters = list(module.parameters())
        layers = list(module.layers)
        of_layers = {id(one) for layer in layers for one in layer.parameters()}
        groups = [
            {"params": list(layer.parameters()), "top": config.rate * LAYER_DECAY ** (len(layers) - 1 - number)}
            for number, layer in enumerate(layers)
        ]
        heads = [one for one in self.parameters if id(one) not in of_layers]
        groups.append({"params": heads, "top": config.head_rate})
        self.optimizer = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))
        self.ema_parameters = [one.detach().clone() for one in self.parameters]
        self.data_position = start

    def save(self, path: Path) -> None:
        state = {
            "task": self.module.state_dict(),
            "ema": self.ema_parameters,
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
            "data_position": self.data_position,
        }
        self.write(state, path)

    def load(self, path: Path) -> None:
        state = torch.load(path, weights_only=True)
        self.module.load_state_dict(state["task"])
        self.ema_parameters = state["ema"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.seconds, self.data_position = state["step"], state["seconds"], tuple(state["data_position"])

    def training_step(self, group: list) -> float:
        """One step; returns the loss."""
        progress = self.progress()
        for one in self.optimizer.param_groups:
            one["lr"] = one["top"] * min(1.0, 20 * progress) * max(0.0, 1 - progress)
        loss = self.config.loss(group)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        decay = min(EMA_DECAY, self.step / (self.step + 10))
        torch._foreach_lerp_(self.ema_parameters, [one.detach() for one in self.parameters], 1 - decay)
        return float(loss.detach())

    def load_ema_weights(self) -> None:
        with torch.no_grad():
            for parameter, value in zip(self.parameters, self.ema_parameters, strict=True):
                parameter.copy_(value)


def finetune_task(encoder: EncoderModel, name: str, data: TrainingData, arguments: argparse.Namespace, start: tuple[int, int]) -> int:
    """Trains a task in place and loads its averaged weights; returns the number of steps, -1 when it was stopped."""
    module = getattr(encoder, name)
    config = TASKS[name](FrozenBackbone(encoder), data)
    trainer = TaskTrainer(module, config, arguments, start)
    checkpoint = arguments.run / f"{name}-checkpoint.pt"
    if checkpoint.exists():
        trainer.load(checkpoint)
        print(f"{name}: resuming at step {trainer.step}", flush=True)
    groups = infinite_batches(config.make_chunk, config.tokens, arguments.seed, trainer.data_position)
    module.train()
    saved = trainer.seconds
    mean = 0.0
    while trainer.progress() < 1 and not stopping.is_set():
        started = time.monotonic()
        group, trainer.data_position = next(groups)
        loss = trainer.training_step(group)
        trainer.seconds += time.monotonic() - started
        mean = loss if mean == 0 else 0.98 * mean + 0.02 * loss
        if trainer.step % 50 == 0:
            shown = {"task": name, "step": trainer.step, "minutes": round(trainer.seconds / 60, 2), "loss": round(mean, 4)}
            print(json.dumps({**shown, "chunk": trainer.data_position[0]}), flush=True)
        if trainer.seconds - saved > 60 * arguments.save_minutes:
            trainer.save(checkpoint)
            saved = trainer.seconds
    if stopping.is_set():
        trainer.save(checkpoint)
        print(f"{name}: stopped at step {trainer.step}", flush=True)
        return -1
    trainer.load_ema_weights()
    module.eval()
    return trainer.step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", choices=sorted(TASKS), required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True, help="folder with the joint run's checkpoint.pt")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--save-minutes", type=float, default=5)
    add_start_options(parser)
    arguments = parser.parse_args()
    stop_on_signals()
    torch.set_num_threads(1)
    encoder, positions = load_joint_run(arguments)
    encoder.untie_layers()
    tokenizer = UnigramTokenizer(arguments.model / "vocabulary.bin")
    english = arguments.model / SURE_ENGLISH
    data = TrainingData(arguments.data, tokenizer, arguments.seed, sentiment=arguments.task == "sentiment", english=english)
    # The chunks after those of the joint run.
    start = (positions[arguments.task][0] + 1, 0)
    steps = finetune_task(encoder, arguments.task, data, arguments, start)
    if steps < 0:
        raise SystemExit(STOPPED)
    module = getattr(encoder, arguments.task)
    torch.save({"task": module.state_dict(), "steps": steps}, arguments.run / f"{arguments.task}.pt")


def load_joint_run(arguments: argparse.Namespace) -> tuple[EncoderModel, dict[str, tuple[int, int]]]:
    """The averaged weights of the joint run, and where it stood in the data of each task."""
    trainer = Trainer(arguments)
    trainer.load(arguments.run / "checkpoint.pt")
    trainer.swap_ema_weights()
    return trainer.encoder, trainer.data_positions


if __name__ == "__main__":
    main()
