"""Evaluates a model on development sets: entity spans by exact match, polarity and emotions as probabilities."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch
from augment import join_tokens
from batches import LENGTH_MAX, pad_ids
from corpora import EMOTIONS, POLARITY_CLASSES, TAGS, NerExample, SentimentExample
from encoder import EncoderModel
from tokenizer import BOS, EOS, UnigramTokenizer
from words import is_word_start

TOKENS_MAX = 4096


@dataclass
class SpanScore:
    """Counts of spans."""

    correct: int = 0
    predicted: int = 0
    gold: int = 0

    @property
    def f1(self) -> float:
        return 2 * self.correct / max(1, self.predicted + self.gold)


def length_batches(lengths: list[int], tokens_max: int = TOKENS_MAX) -> Iterable[list[int]]:
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
    """0 where tag b may follow tag a, very low elsewhere: I-X only after B-X or I-X."""
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


def viterbi_decode(scores: np.ndarray) -> list[int]:
    """Viterbi decoding of log probabilities [words, tags] under the BIO grammar."""
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


def decode_spans(tags: list[int], words: list[tuple[int, int]]) -> list[tuple[int, int, str]]:
    spans: list[tuple[int, int, str]] = []
    for number, (start, end) in zip(tags, words, strict=True):
        tag = TAGS[number]
        if tag[0] == "I" and spans:
            spans[-1] = (spans[-1][0], end, tag[2:])
        elif tag[0] == "B":
            spans.append((start, end, tag[2:]))
    return spans


@torch.no_grad()
def predict_entities(encoder: EncoderModel, texts: list[str], tokenizer: UnigramTokenizer) -> list[list[tuple[int, int, str]]]:
    """Spans (start, end, type) of each text, truncated to one window."""
    encoded = [tokenizer.encode(text) for text in texts]
    rows = [[BOS, *one.ids[: LENGTH_MAX - 2], EOS] for one in encoded]
    found: list[list[tuple[int, int, str]]] = [[] for _ in texts]
    for group in length_batches([len(row) for row in rows]):
        ids, mask = pad_ids([rows[at] for at in group])
        logits = encoder.tag_logits(ids, mask)
        scores = torch.log_softmax(logits.float(), -1).numpy()
        for row, at in enumerate(group):
            subwords = list(zip(encoded[at].starts, encoded[at].ends, strict=True))[: LENGTH_MAX - 2]
            first = [n for n, (start, end) in enumerate(subwords) if is_word_start(texts[at], start, end)]
            if not first:
                continue
            # A word mark alone is empty and is located at the start of the next word.
            ends = [
                max(end for start, end in subwords[n:after] if start < end)
                for n, after in zip(first, [*first[1:], len(subwords)], strict=True)
            ]
            words = [(subwords[n][0], end) for n, end in zip(first, ends, strict=True)]
            tags = viterbi_decode(scores[row, [n + 1 for n in first]])
            found[at] = decode_spans(tags, words)
    return found


def score_entities(
    encoder: EncoderModel,
    examples: list[NerExample],
    tokenizer: UnigramTokenizer,
    types: frozenset[str],
    merged_types: dict[str, str] | None = None,
) -> SpanScore:
    """Exact span and type over `types`, after merging our types that the data set does not distinguish."""
    merged_types = merged_types or {}
    texts = [join_tokens(list(one.tokens), list(one.labels), natural=False) for one in examples]
    score = SpanScore()
    for text, found in zip(texts, predict_entities(encoder, [one.text for one in texts], tokenizer), strict=True):
        gold = {span for span in text.spans if span[2] in types}
        predicted = {(start, end, merged_types.get(kind, kind)) for start, end, kind in found}
        predicted = {span for span in predicted if span[2] in types}
        score.correct += len(gold & predicted)
        score.predicted += len(predicted)
        score.gold += len(gold)
    return score


@torch.no_grad()
def predict_sentiment(
    encoder: EncoderModel, examples: list[SentimentExample], tokenizer: UnigramTokenizer
) -> tuple[np.ndarray, np.ndarray]:
    """Logits of polarity [texts, 6] and of emotions [texts, 28] for the first window."""
    rows = [[BOS, *tokenizer.encode(one.text).ids[: LENGTH_MAX - 2], EOS] for one in examples]
    polarity = np.zeros((len(rows), len(POLARITY_CLASSES)), np.float32)
    emotions = np.zeros((len(rows), len(EMOTIONS)), np.float32)
    for group in length_batches([len(row) for row in rows]):
        ids, mask = pad_ids([rows[at] for at in group])
        polar, emotional, _ = encoder.sentiment_logits(ids, mask)
        polarity[group] = polar.float().numpy()
        emotions[group] = emotional.float().numpy()
    return polarity, emotions


LABELS = ("negative", "neutral", "positive", "mixed")
NEGATIVE, NEUTRAL, POSITIVE, MIXED = range(4)


def four_classes(logits: np.ndarray) -> np.ndarray:
    """Probabilities [texts, 4] of negative, neutral, positive and mixed from logits of the six classes."""
    powers = np.exp(logits - logits.max(1, keepdims=True))
    six = powers / powers.sum(1, keepdims=True)
    return np.stack([six[:, :2].sum(1), six[:, 2], six[:, 3:5].sum(1), six[:, 5]], 1)


def gold_classes(examples: list[SentimentExample]) -> np.ndarray:
    """Indices into LABELS."""
    return np.array([int(np.argmax([sum(one[:2]), one[2], sum(one[3:5]), one[5]])) for one in (row.polarity for row in examples)])


def macro_recall(gold: np.ndarray, predicted: np.ndarray) -> float:
    """Mean over the labels that occur."""
    return float(np.mean([(predicted[gold == label] == label).mean() for label in np.unique(gold)]))


def f1_of_labels(gold: np.ndarray, predicted: np.ndarray) -> dict[str, float]:
    """F1 of each label that occurs."""
    found = {}
    for label in np.unique(gold):
        hit = ((gold == label) & (predicted == label)).sum()
        found[LABELS[label]] = float(2 * hit / max(1, (gold == label).sum() + (predicted == label).sum()))
    return found


def macro_f1(gold: np.ndarray, predicted_labels: np.ndarray) -> float:
    """Mean F1 over labels; both boolean [texts, labels]."""
    hit = (gold & predicted_labels).sum(0)
    return float(np.mean(2 * hit / np.maximum(1, gold.sum(0) + predicted_labels.sum(0))))


THRESHOLDS = np.arange(0.05, 0.75, 0.01)


def f1_curve(gold: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
    """F1 of one label [texts, 1] at each of THRESHOLDS, smoothed over near ones."""
    predicted_labels = probabilities >= THRESHOLDS[None]
    hit = (predicted_labels & gold).sum(0)
    f1 = 2 * hit / np.maximum(1, predicted_labels.sum(0) + gold.sum())
    return np.convolve(np.pad(f1, 3, mode="edge"), np.ones(7) / 7, mode="valid")


def best_thresholds(gold: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
    """Per label the threshold of best F1 on these rows."""
    columns = range(gold.shape[1])
    return np.array([THRESHOLDS[int(f1_curve(gold[:, at : at + 1], probabilities[:, at : at + 1]).argmax())] for at in columns])
