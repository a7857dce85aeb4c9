"""Trains the encoder: each step takes one batch of entities and one of sentiment, and sums their gradients.

The learning rate warms up during the first 5 % and decays linearly to zero. With `--minutes` the schedule follows the clock,
so that a run ends annealed on any machine; with `--steps` it follows the steps. A checkpoint every few minutes contains
everything needed to resume: run the same command again.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import batches
import corpora
import evaluate
import numpy as np
import torch
from base_encoder import expand_blocks, read_base
from encoder import EncoderModel
from losses import affect_loss, emotions_loss, ner_loss, polarity_loss
from tokenizer import UnigramTokenizer

NER_BATCH_TOKENS = 1536
SENTIMENT_BATCH_TOKENS = 1792
LEARNING_RATE = 3e-4
HEAD_RATE = 1e-3
LAYER_DECAY = 0.93
WARMUP_SHARE = 0.05
EMA_STEPS = 4
EMA_DECAY = 0.99
EMOTIONS_WEIGHT = 0.4
AFFECT_WEIGHT = 2.0
MERGED_TYPES = {"FACILITY": "LOCATION"}
CORE_TYPES = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))


def read_embeddings(path: Path) -> np.ndarray:
    """The word embeddings as float32 [subwords, hidden]."""
    data = path.read_bytes()
    _, count, hidden, block = np.frombuffer(data, "<u4", 4, 4)
    blocks = int(count) * int(hidden) // int(block)
    scales = np.frombuffer(data, "<f2", blocks, 20)
    nibbles = np.frombuffer(data, np.uint8, blocks * 16, 20 + 2 * blocks).reshape(-1, 16)
    return expand_blocks(scales, nibbles).reshape(int(count), int(hidden))


def build_model(model: Path, seed: int, dropout: float = 0.1) -> EncoderModel:
    torch.manual_seed(seed)
    embeddings = read_embeddings(model / "embeddings.bin")
    return EncoderModel(read_base(), embeddings, len(corpora.TAGS), len(corpora.EMOTIONS), dropout=dropout, seed=seed)


def parameter_groups(encoder: EncoderModel) -> list[dict]:
    """Layer-wise learning rates: lower layers learn slower, heads faster; norms and biases have no weight decay."""
    groups: dict[tuple[float, float], list] = {}
    depth = len(encoder.backbone.layers) + len(encoder.entities.layers)
    for name, parameter in encoder.named_parameters():
        if not parameter.requires_grad:
            continue
        parts = name.split(".")
        if "layers" in parts:
            number = int(parts[parts.index("layers") + 1]) + (0 if parts[0] == "backbone" else len(encoder.backbone.layers))
            rate = LEARNING_RATE * LAYER_DECAY ** (depth - 1 - number)
        else:
            rate = LEARNING_RATE * LAYER_DECAY**depth if parts[0] == "backbone" else HEAD_RATE
        decay = 0.01 if parameter.dim() > 1 else 0.0
        groups.setdefault((rate, decay), []).append(parameter)
    return [
        {"params": parameters, "lr": rate, "top_rate": rate, "weight_decay": decay}
        for (rate, decay), parameters in groups.items()
    ]


def infinite_batches(make_epoch, tokens_max: int, seed: int, start: tuple[int, int]) -> Iterator[tuple[list, tuple[int, int]]]:
    """Yields groups of examples, epoch after epoch, starting at (epoch, group), each with the position after it."""
    epoch, skip = start
    while True:
        groups = batches.group_by_tokens(make_epoch(seed + epoch), tokens_max, random.Random(seed + epoch))
        for number, group in enumerate(groups[skip:], skip):
            yield group, (epoch, number + 1)
        epoch, skip = epoch + 1, 0


def learning_rate_factor(progress: float) -> float:
    return progress / WARMUP_SHARE if progress < WARMUP_SHARE else max(0.0, (1.0 - progress) / (1.0 - WARMUP_SHARE))


def sentiment_losses(encoder: EncoderModel, batch: batches.SentimentBatch) -> tuple[torch.Tensor, dict[str, float]]:
    polarity, emotions, affect = encoder.sentiment_logits(batch.ids, batch.mask.bfloat16())
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


class Trainer(TrainingProgress):
    """The joint run of both tasks.

    The forward and backward passes use a bfloat16 copy of the float32 weights that the optimizer updates: on a CPU, memory
    bandwidth is the bottleneck, and this halves the traffic.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        super().__init__(arguments)
        self.encoder = build_model(arguments.model, arguments.seed)
        self.optimizer = torch.optim.AdamW(parameter_groups(self.encoder), betas=(0.9, 0.98), eps=1e-6, fused=True)
        self.parameters = [p for p in self.encoder.parameters() if p.requires_grad]
        self.ema_parameters = [p.detach().clone() for p in self.parameters]
        self.bf16_model = build_model(arguments.model, arguments.seed).to(torch.bfloat16)
        self.half_parameters = [p for p in self.bf16_model.parameters() if p.requires_grad]
        self.tokens = 0
        self.data_positions: dict[str, tuple[int, int]] = {"entities": (0, 0), "sentiment": (0, 0)}

    def save(self, path: Path) -> None:
        state = {
            "model": [p.detach() for p in self.parameters],
            "ema": self.ema_parameters,
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
        self.ema_parameters = state["ema"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.seconds, self.tokens = state["step"], state["seconds"], state["tokens"]
        self.data_positions = {name: tuple(position) for name, position in state["data_positions"].items()}

    def training_step(self, ner_batch: batches.NerBatch, sentiment_batch: batches.SentimentBatch) -> dict[str, float]:
        """One step; returns the losses."""
        with torch.no_grad():
            torch._foreach_copy_(self.half_parameters, self.parameters)
        self.bf16_model.train()
        factor = learning_rate_factor(self.progress())
        for group in self.optimizer.param_groups:
            group["lr"] = group["top_rate"] * factor
        logits = self.bf16_model.tag_logits(ner_batch.ids, ner_batch.mask.bfloat16())
        loss = ner_loss(logits.flatten(0, 1)[ner_batch.token_indices], ner_batch.allowed)
        loss.backward()
        sentiment_loss, shown = sentiment_losses(self.bf16_model, sentiment_batch)
        sentiment_loss.backward()
        for parameter, half in zip(self.parameters, self.half_parameters, strict=True):
            parameter.grad = None if half.grad is None else half.grad.float()
            half.grad = None
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.tokens += ner_batch.ids.numel() + sentiment_batch.ids.numel()
        if self.step % EMA_STEPS == 0:
            decay = min(EMA_DECAY, self.step / (self.step + 40))
            torch._foreach_lerp_(self.ema_parameters, [p.detach() for p in self.parameters], 1.0 - decay)
        return {"entities": float(loss.detach()), **shown}

    def swap_ema_weights(self) -> None:
        """Exchanges the weights with their exponential moving average."""
        with torch.no_grad():
            for parameter, value in zip(self.parameters, self.ema_parameters, strict=True):
                kept = parameter.detach().clone()
                parameter.copy_(value)
                value.copy_(kept)


def evaluate_checkpoint(trainer: Trainer, data: Path, tokenizer: UnigramTokenizer) -> dict[str, float]:
    """A few development figures of the averaged weights, to monitor a run."""
    trainer.swap_ema_weights()
    trainer.encoder.eval()
    owner = corpora.NER_DATASETS[0]
    ewt = corpora.read_ner_file(data, "ewt.dev", owner)[::2]
    wnut = corpora.read_ner_file(data, "wnut17.test", owner)[::2]
    sst = [one for one in corpora.read_polarity(data, "sst5.dev") if one.polarity[2] == 0]
    semeval = corpora.read_polarity(data, "semeval.dev")[::2]
    go = corpora.read_emotions(data, "goemotions.dev")[::2]
    three = evaluate.three_classes(evaluate.predict_sentiment(trainer.encoder, sst, tokenizer)[0])
    tweets = evaluate.three_classes(evaluate.predict_sentiment(trainer.encoder, semeval, tokenizer)[0])
    emotion_probabilities = 1 / (1 + np.exp(-evaluate.predict_sentiment(trainer.encoder, go, tokenizer)[1]))
    gold = np.array([[name in one.emotions for name in corpora.EMOTIONS] for one in go])
    half = len(go) // 2
    thresholds = evaluate.best_thresholds(gold[:half], emotion_probabilities[:half])
    figures = {
        "ewt": evaluate.score_entities(trainer.encoder, ewt, tokenizer, CORE_TYPES, MERGED_TYPES).f1,
        "wnut": evaluate.score_entities(trainer.encoder, wnut, tokenizer, CORE_TYPES | {"PRODUCT", "WORK_OF_ART"}, MERGED_TYPES).f1,
        "sst": float(((three[:, 2] > three[:, 0]) == (evaluate.gold_classes(sst) == 2)).mean()),
        "semeval": evaluate.macro_recall(evaluate.gold_classes(semeval), tweets.argmax(1)),
        "goemotions": evaluate.macro_f1(gold[half:], emotion_probabilities[half:] >= thresholds),
    }
    trainer.swap_ema_weights()
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
    parser.add_argument("--evaluate-minutes", type=float, default=16)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    tokenizer = UnigramTokenizer(arguments.model / "vocabulary.bin")
    trainer = Trainer(arguments)
    checkpoint = arguments.out / "checkpoint.pt"
    if checkpoint.exists():
        trainer.load(checkpoint)
        print(f"resuming at step {trainer.step}", flush=True)
    if trainer.progress() >= 1.0:
        return
    patterns = corpora.read_lexicon_patterns()
    ner_datasets = [corpora.read_ner_dataset(arguments.data, owner, patterns)[0] for owner in corpora.NER_DATASETS]
    sentiment_datasets = corpora.read_sentiment_datasets(arguments.data)
    ner_groups = infinite_batches(
        lambda seed: batches.ner_epoch(ner_datasets, tokenizer, seed), NER_BATCH_TOKENS, arguments.seed, trainer.data_positions["entities"]
    )
    sentiment_groups = infinite_batches(
        lambda seed: batches.sentiment_epoch(sentiment_datasets, tokenizer, seed),
        SENTIMENT_BATCH_TOKENS, arguments.seed, trainer.data_positions["sentiment"],
    )  # fmt: skip
    log = (arguments.out / "log.jsonl").open("a")
    means: dict[str, float] = {}
    last_save = last_evaluation = trainer.seconds
    while trainer.progress() < 1.0:
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
            figures = {"step": trainer.step, **evaluate_checkpoint(trainer, arguments.data, tokenizer)}
            print(json.dumps(figures), file=log, flush=True)
            print(json.dumps(figures), flush=True)
            last_evaluation = trainer.seconds
    trainer.save(checkpoint)
    print(json.dumps({"step": trainer.step, **evaluate_checkpoint(trainer, arguments.data, tokenizer)}), flush=True)


if __name__ == "__main__":
    main()
