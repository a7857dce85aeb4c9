"""Trains the encoder: each step takes one batch of entities and one of sentiment, and sums their gradients.

The two batches run at the same time, each on one core: products of this size gain little from a second core. The run starts from
the shipped model or from the plain base, and freezes the lowest layers. The learning rate warms up during the first 3 % and decays
linearly. A checkpoint every few minutes, and one when the process is terminated, contains everything needed to resume: run the same
command again.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import batches
import torch
from encoder import EncoderModel
from losses import affect_loss, emotions_loss, ner_loss, polarity_loss
from monitor import evaluate_checkpoint
from starting_weights import add_start_options, build_model, freeze_layers, parameter_groups
from tokenizer import UnigramTokenizer
from training_data import SURE_ENGLISH, TrainingData

NER_BATCH_TOKENS = 1536
SENTIMENT_BATCH_TOKENS = 1536
WARMUP_SHARE = 0.03
FINAL_RATE_SHARE = 0.05
EMA_STEPS = 4
EMA_DECAY = 0.99
EMOTIONS_WEIGHT = 0.4
AFFECT_WEIGHT = 2.0
# Set by a signal; the run saves and stops after the current step.
stopping = threading.Event()
# Exit status of a run that was stopped by a signal.
STOPPED = 75


def infinite_batches(
    make_chunk: Callable[[int], list], tokens_max: int, seed: int, start: tuple[int, int]
) -> Iterator[tuple[list, tuple[int, int]]]:
    """Yields groups of examples, chunk after chunk, starting at (chunk, group), each with the position after it."""
    chunk, skip = start
    while True:
        groups = batches.group_by_tokens(make_chunk(chunk), tokens_max, random.Random(f"{seed} {chunk}"))
        for number, group in enumerate(groups[skip:], skip):
            yield group, (chunk, number + 1)
        chunk, skip = chunk + 1, 0


def learning_rate_factor(progress: float) -> float:
    if progress < WARMUP_SHARE:
        return progress / WARMUP_SHARE
    return FINAL_RATE_SHARE + (1.0 - FINAL_RATE_SHARE) * max(0.0, (1.0 - progress) / (1.0 - WARMUP_SHARE))


def sentiment_losses(encoder: EncoderModel, batch: batches.SentimentBatch) -> tuple[torch.Tensor, dict[str, float]]:
    polarity, emotions, affect = encoder.sentiment_logits(batch.ids, batch.mask)
    total = polarity.new_zeros((), dtype=torch.float32)
    shown: dict[str, float] = {}
    texts = len(batch.ids)
    for name, rows, weight, loss in (
        ("polarity", batch.polarity_rows, 1.0, lambda r: polarity_loss(polarity[r], batch.polarity, batch.compared)),
        ("emotions", batch.emotion_rows, EMOTIONS_WEIGHT, lambda r: emotions_loss(emotions[r], batch.emotions, batch.annotated)),
        ("affect", batch.affect_rows, AFFECT_WEIGHT, lambda r: affect_loss(affect[r], batch.affect)),
    ):
        if len(rows) == 0:
            continue
        value = loss(rows)
        shown[name] = float(value.detach())
        total = total + weight * value * (len(rows) / texts)
    return total, shown


class TrainingProgress:
    """Progress of a run, by the clock or by steps, and atomic checkpoints."""

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
        """Replaces the checkpoint atomically."""
        torch.save(state, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)


def stop_on_signals() -> None:
    """SIGTERM and SIGINT save a checkpoint and end the run."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())


class Trainer(TrainingProgress):
    """The joint run of both tasks. Its twin has the same weights and computes the gradients of sentiment at the same time."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        super().__init__(arguments)
        self.encoder = build_model(arguments.model, arguments.seed, arguments.start)
        freeze_layers(self.encoder, arguments.freeze_layers)
        self.optimizer = torch.optim.AdamW(parameter_groups(self.encoder, arguments.start), betas=(0.9, 0.98), eps=1e-6, fused=True)
        self.twin = copy.deepcopy(self.encoder)
        for own, shared in zip(self.twin.parameters(), self.encoder.parameters(), strict=True):
            own.data = shared.data
        self.parameters = [p for p in self.encoder.parameters() if p.requires_grad]
        self.twin_parameters = [p for p in self.twin.parameters() if p.requires_grad]
        self.ema_parameters = [p.detach().clone() for p in self.parameters]
        self.tokens = 0
        self.data_positions: dict[str, tuple[int, int]] = {"entities": (0, 0), "sentiment": (0, 0)}

    def frozen_parameters(self) -> list[torch.Tensor]:
        """The frozen weights but for the embeddings, which are in the model folder: the shipped ones may change during a run."""
        return [p for name, p in self.encoder.named_parameters() if not p.requires_grad and not name.startswith("word_embeddings")]

    def save(self, path: Path) -> None:
        state = {
            "model": [p.detach() for p in self.parameters],
            "ema": self.ema_parameters,
            "frozen": [p.detach() for p in self.frozen_parameters()],
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
            "tokens": self.tokens,
            "data_positions": self.data_positions,
        }
        self.write(state, path)

    def load(self, path: Path) -> None:
        state = torch.load(path, weights_only=True)
        with torch.no_grad():
            for parameter, value in zip(self.parameters, state["model"], strict=True):
                parameter.copy_(value)
            for parameter, value in zip(self.frozen_parameters(), state.get("frozen", ()), strict=False):
                parameter.copy_(value)
        self.ema_parameters = state["ema"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.seconds, self.tokens = state["step"], state["seconds"], state["tokens"]
        self.data_positions = {name: tuple(position) for name, position in state["data_positions"].items()}

    def training_step(self, ner_batch: batches.NerBatch, sentiment_batch: batches.SentimentBatch) -> dict[str, float]:
        """One step; returns the losses."""
        factor = learning_rate_factor(self.progress())
        for group in self.optimizer.param_groups:
            group["lr"] = group["top_rate"] * factor
        for encoder in (self.encoder, self.twin):
            encoder.train()
            for layer in encoder.backbone.layers[: self.arguments.freeze_layers]:
                layer.eval()
        shown: dict[str, float] = {}

        def entities() -> None:
            logits = self.encoder.tag_logits(ner_batch.ids, ner_batch.mask)
            loss = ner_loss(logits.flatten(0, 1)[ner_batch.token_indices], ner_batch.allowed)
            loss.backward()
            shown["entities"] = float(loss.detach())

        def sentiment() -> None:
            loss, parts = sentiment_losses(self.twin, sentiment_batch)
            loss.backward()
            shown.update(parts)

        run_together(entities, sentiment)
        for parameter, twin in zip(self.parameters, self.twin_parameters, strict=True):
            if parameter.grad is None:
                parameter.grad = twin.grad
            elif twin.grad is not None:
                parameter.grad += twin.grad
            twin.grad = None
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.tokens += ner_batch.ids.numel() + sentiment_batch.ids.numel()
        if self.step % EMA_STEPS == 0:
            decay = min(EMA_DECAY, self.step / (self.step + 40))
            torch._foreach_lerp_(self.ema_parameters, [p.detach() for p in self.parameters], 1.0 - decay)
        return shown

    def swap_ema_weights(self) -> None:
        """Exchanges the weights with their exponential moving average."""
        with torch.no_grad():
            for parameter, value in zip(self.parameters, self.ema_parameters, strict=True):
                kept = parameter.detach().clone()
                parameter.copy_(value)
                value.copy_(kept)


    def evaluate(self, tokenizer: UnigramTokenizer) -> dict[str, dict[str, float]]:
        """Development figures of the averaged weights."""
        self.swap_ema_weights()
        figures = evaluate_checkpoint(self.encoder, self.arguments.data, tokenizer)
        self.swap_ema_weights()
        return figures


def run_together(*tasks: Callable[[], None]) -> None:
    """Runs each task in a thread with one core; raises the first error."""
    errors: list[BaseException] = []

    def run(task: Callable[[], None]) -> None:
        try:
            torch.set_num_threads(1)
            task()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    if errors:
        raise errors[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ner/, sentiment/, emotion/")
    parser.add_argument("--model", type=Path, required=True, help="folder with vocabulary.bin and embeddings.bin")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and the log")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=7)
    add_start_options(parser)
    parser.add_argument("--save-minutes", type=float, default=5)
    parser.add_argument("--evaluate-minutes", type=float, default=30)
    arguments = parser.parse_args()
    stop_on_signals()
    torch.set_num_threads(1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    tokenizer = UnigramTokenizer(arguments.model / "vocabulary.bin")
    trainer = Trainer(arguments)
    checkpoint = arguments.out / "checkpoint.pt"
    if checkpoint.exists():
        trainer.load(checkpoint)
        print(f"resuming at step {trainer.step}", flush=True)
    if trainer.progress() >= 1.0:
        return
    data = TrainingData(arguments.data, tokenizer, arguments.seed, english=arguments.model / SURE_ENGLISH)
    ner_groups = infinite_batches(data.ner_chunk, NER_BATCH_TOKENS, arguments.seed, trainer.data_positions["entities"])
    sentiment_groups = infinite_batches(data.sentiment_chunk, SENTIMENT_BATCH_TOKENS, arguments.seed, trainer.data_positions["sentiment"])
    log = (arguments.out / "log.jsonl").open("a")
    means: dict[str, float] = {}
    last_save = last_evaluation = trainer.seconds
    while trainer.progress() < 1.0 and not stopping.is_set():
        started = time.monotonic()
        ner_group, trainer.data_positions["entities"] = next(ner_groups)
        sentiment_group, trainer.data_positions["sentiment"] = next(sentiment_groups)
        shown = trainer.training_step(batches.collate_ner(ner_group), batches.collate_sentiment(sentiment_group))
        trainer.seconds += time.monotonic() - started
        for name, value in shown.items():
            means[name] = 0.98 * means.get(name, value) + 0.02 * value
        if trainer.step % 50 == 0:
            line = {
                "step": trainer.step,
                "minutes": round(trainer.seconds / 60, 2),
                "tokens": trainer.tokens,
                "rate": learning_rate_factor(trainer.progress()),
                "data_positions": trainer.data_positions,
                **{name: round(value, 4) for name, value in means.items()},
            }
            print(json.dumps(line), file=log, flush=True)
            print(json.dumps(line), flush=True)
        if trainer.seconds - last_save > 60 * arguments.save_minutes:
            trainer.save(checkpoint)
            last_save = trainer.seconds
        if trainer.seconds - last_evaluation > 60 * arguments.evaluate_minutes:
            figures = {"step": trainer.step, **trainer.evaluate(tokenizer)}
            print(json.dumps(figures), file=log, flush=True)
            print(json.dumps(figures), flush=True)
            last_evaluation = trainer.seconds
    trainer.save(checkpoint)
    if stopping.is_set():
        print(f"stopped at step {trainer.step}", flush=True)
        raise SystemExit(STOPPED)
    figures = {"step": trainer.step, **trainer.evaluate(tokenizer)}
    print(json.dumps(figures), file=log, flush=True)
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
