"""Runs a model over development sets: name spans by exact match, polarity and emotions as probabilities."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch

from augment import join_tokens
from batches import LENGTH_MAX, begins_word, pad_ids
from encoder import Brain
from sets import EMOTIONS, TAGS, FeelingExample, NameExample
from tokenizer import BOS, EOS, PieceTokenizer

TOKENS_MAX = 4096


@dataclass
class Score:
    """Counts of spans."""

    hit: int = 0
    found: int = 0
    gold: int = 0

    @property
    def f1(self) -> float:
        return 2 * self.hit / max(1, self.found + self.gold)


def by_length(lengths: list[int], tokens_max: int = TOKENS_MAX) -> Iterable[list[int]]:
    order = sorted(range(len(lengths)), key=lambda at: lengths[at])
    group: list[int] = []
    for at in order:
        if group and (len(group) + 1) * lengths[at] > tokens_max:
            yield group
            group = []
        group.append(at)
    if group:
        yield group


def transition_scores() -> np.ndarray:
    """0 where tag b may follow tag a, very low where not: I-X only after B-X or I-X."""
    scores = np.zeros((len(TAGS), len(TAGS)))
    for b, tag in enumerate(TAGS):
        if tag[0] != "I":
            continue
        for a, before in enumerate(TAGS):
            if before[0] == "O" or before[2:] != tag[2:]:
                scores[a, b] = -1e9
    return scores


TRANSITIONS = transition_scores()
START = np.array([-1e9 if tag[0] == "I" else 0.0 for tag in TAGS])


def best_tags(scores: np.ndarray) -> list[int]:
    """Viterbi over log probabilities [words, tags] under the tag grammar."""
    total = START + scores[0]
    back = np.zeros(scores.shape, np.int64)
    for at in range(1, len(scores)):
        step = total[:, None] + TRANSITIONS
        back[at] = step.argmax(0)
        total = step.max(0) + scores[at]
    path = [int(total.argmax())]
    for at in range(len(scores) - 1, 0, -1):
        path.append(int(back[at, path[-1]]))
    return path[::-1]


def spans_of(tags: list[int], words: list[tuple[int, int]]) -> list[tuple[int, int, str]]:
    spans: list[tuple[int, int, str]] = []
    for number, (start, end) in zip(tags, words, strict=True):
        tag = TAGS[number]
        if tag[0] == "I" and spans:
            spans[-1] = (spans[-1][0], end, tag[2:])
        elif tag[0] == "B":
            spans.append((start, end, tag[2:]))
    return spans


@torch.no_grad()
def tag_texts(brain: Brain, texts: list[str], tokenizer: PieceTokenizer) -> list[list[tuple[int, int, str]]]:
    """Spans (start, end, type) of each text, cut to one window."""
    encoded = [tokenizer.encode(text) for text in texts]
    rows = [[BOS, *one.ids[: LENGTH_MAX - 2], EOS] for one in encoded]
    found: list[list[tuple[int, int, str]]] = [[] for _ in texts]
    for group in by_length([len(row) for row in rows]):
        ids, mask = pad_ids([rows[at] for at in group])
        with torch.autocast("cpu", torch.bfloat16):
            logits = brain.tag(ids, mask)
        scores = torch.log_softmax(logits.float(), -1).numpy()
        for row, at in enumerate(group):
            pieces = list(zip(encoded[at].starts, encoded[at].ends, strict=True))[: LENGTH_MAX - 2]
            first = [n for n, (start, end) in enumerate(pieces) if begins_word(texts[at], start, end)]
            if not first:
                continue
            # A word mark alone covers nothing and stands where the next word begins.
            ends = [
                max(end for start, end in pieces[n:after] if start < end)
                for n, after in zip(first, [*first[1:], len(pieces)], strict=True)
            ]
            words = [(pieces[n][0], end) for n, end in zip(first, ends, strict=True)]
            tags = best_tags(scores[row, [n + 1 for n in first]])
            found[at] = spans_of(tags, words)
    return found


def score_names(
    brain: Brain,
    examples: list[NameExample],
    tokenizer: PieceTokenizer,
    types: frozenset[str],
    renamed: dict[str, str] | None = None,
) -> Score:
    """Exact span and type over `types`, after renaming of ours that the set folds into another."""
    renamed = renamed or {}
    texts = [join_tokens(list(one.tokens), list(one.labels), natural=False) for one in examples]
    score = Score()
    for text, found in zip(texts, tag_texts(brain, [one.text for one in texts], tokenizer), strict=True):
        gold = {span for span in text.spans if span[2] in types}
        ours = {(start, end, renamed.get(kind, kind)) for start, end, kind in found}
        ours = {span for span in ours if span[2] in types}
        score.hit += len(gold & ours)
        score.found += len(ours)
        score.gold += len(gold)
    return score


@torch.no_grad()
def feel_texts(
    brain: Brain, examples: list[FeelingExample], tokenizer: PieceTokenizer
) -> tuple[np.ndarray, np.ndarray]:
    """Logits of polarity [texts, 5] and of emotions [texts, 28], of the first window."""
    rows = [[BOS, *tokenizer.encode(one.text).ids[: LENGTH_MAX - 2], EOS] for one in examples]
    polarity = np.zeros((len(rows), 5), np.float32)
    emotions = np.zeros((len(rows), len(EMOTIONS)), np.float32)
    for group in by_length([len(row) for row in rows]):
        ids, mask = pad_ids([rows[at] for at in group])
        with torch.autocast("cpu", torch.bfloat16):
            polar, felt, _ = brain.feel(ids, mask)
        polarity[group] = polar.float().numpy()
        emotions[group] = felt.float().numpy()
    return polarity, emotions


def three_classes(logits: np.ndarray) -> np.ndarray:
    """Probabilities [texts, 3] of negative, neutral, positive from logits of the five classes."""
    powers = np.exp(logits - logits.max(1, keepdims=True))
    five = powers / powers.sum(1, keepdims=True)
    return np.stack([five[:, :2].sum(1), five[:, 2], five[:, 3:].sum(1)], 1)


def gold_classes(examples: list[FeelingExample]) -> np.ndarray:
    return np.array([int(np.argmax([sum(one.polarity[:2]), one.polarity[2], sum(one.polarity[3:])])) for one in examples])


def macro_recall(gold: np.ndarray, predicted: np.ndarray) -> float:
    return float(np.mean([(predicted[gold == label] == label).mean() for label in range(3)]))


def macro_f1(gold: np.ndarray, told: np.ndarray) -> float:
    """Mean F1 over labels; both boolean [texts, labels]."""
    hit = (gold & told).sum(0)
    return float(np.mean(2 * hit / np.maximum(1, gold.sum(0) + told.sum(0))))


def best_thresholds(gold: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
    """Per label the threshold of best F1 on these rows, each label's F1 smoothed over near thresholds."""
    grid = np.arange(0.05, 0.75, 0.01)
    chosen = np.zeros(gold.shape[1])
    for label in range(gold.shape[1]):
        told = probabilities[:, label : label + 1] >= grid[None]
        hit = (told & gold[:, label : label + 1]).sum(0)
        f1 = 2 * hit / np.maximum(1, told.sum(0) + gold[:, label].sum())
        smooth = np.convolve(np.pad(f1, 3, mode="edge"), np.ones(7) / 7, mode="valid")
        chosen[label] = grid[int(smooth.argmax())]
    return chosen


