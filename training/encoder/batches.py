"""Turns examples into padded batches: a chunk is sampled, augmented, encoded and grouped by length and number of tokens.

Sets are sampled in proportion to a power of their size and their weight, so that large sets do not crowd out small ones. A
chunk is determined by its number, so a run can resume anywhere.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import torch
from augment import (
    LabeledText,
    add_typos,
    augment_case,
    augment_text,
    drop_final_punctuation,
    join_tokens,
    substitute_mentions,
)
from corpora import EMOTIONS, GLUE, POLARITY_CLASSES, NerExample, SentimentExample
from losses import OUTSIDE, TAG_ID, UNSPECIFIED, allowed_tag_log_weights
from ner_datasets import DATASET_NUMBER, NER_DATASETS
from own_texts import OwnTexts
from tokenizer import BOS, EOS, PAD, UnigramTokenizer
from words import is_unspaced, is_word_start

LENGTH_MAX = 192
# Maximum length in training: few texts are longer, and long ones cost most.
TRAINING_LENGTH_MAX = 128
# Sets are sampled in proportion to their size to this power.
SAMPLING_POWER = 0.5
CHUNK_ROWS = 3072
# Share of the texts of sentiment that are own ones, see `own_texts.py`.
OWN_SHARE = 0.3
EMOTION_ID = {name: number for number, name in enumerate(EMOTIONS)}


@dataclass
class EncodedNerExample:
    """Ids with <s> and </s>; the label of each subword that begins a word, -1 elsewhere; the number of the data set."""

    ids: list[int]
    labels: list[int]
    dataset: int


@dataclass
class EncodedSentimentExample:
    ids: list[int]
    example: SentimentExample


@dataclass
class NerBatch:
    ids: torch.Tensor
    mask: torch.Tensor
    token_indices: torch.Tensor
    allowed: torch.Tensor


@dataclass
class SentimentBatch:
    ids: torch.Tensor
    mask: torch.Tensor
    polarity_rows: torch.Tensor
    polarity: torch.Tensor
    compared: torch.Tensor
    emotion_rows: torch.Tensor
    emotions: torch.Tensor
    annotated: torch.Tensor
    affect_rows: torch.Tensor
    affect: torch.Tensor


def encode_ner(labeled: LabeledText, dataset: int, tokenizer: UnigramTokenizer) -> EncodedNerExample:
    encoded = tokenizer.encode(labeled.text)
    labels = [-1]
    spans = iter(labeled.spans)
    span = next(spans, None)
    open_span = None
    for start, end in zip(encoded.starts, encoded.ends, strict=True):
        if not is_word_start(labeled.text, start, end):
            labels.append(-1)
            continue
        # A subword of a script without spaces may cross the boundary of a name: its middle decides.
        middle = start if start + 1 >= end else min(start + (end - start) // 2, end - 1)
        at = middle if is_unspaced(labeled.text[start]) else start
        while span is not None and span[1] <= at:
            span = next(spans, None)
        if span is None or at < span[0]:
            labels.append(OUTSIDE)
        elif span[2] == "?":
            labels.append(UNSPECIFIED)
        else:
            labels.append(TAG_ID[f"{'I' if open_span is span else 'B'}-{span[2]}"])
            open_span = span
    ids = [BOS, *encoded.ids[: TRAINING_LENGTH_MAX - 2], EOS]
    labels = [*labels[: len(ids) - 1], -1]
    return EncodedNerExample(ids, labels, dataset)


def mention_pools(examples: list[NerExample]) -> dict[str, dict[str, list[tuple[str, ...]]]]:
    """All mentions of up to five tokens, by language and type."""
    pools: dict[str, dict[str, list[tuple[str, ...]]]] = {}
    for example in examples:
        at = 0
        while at < len(example.tokens):
            label = example.labels[at]
            end = at + 1
            if label[0] == "B":
                while end < len(example.tokens) and example.labels[end] == f"I-{label[2:]}":
                    end += 1
                if end - at <= 5:
                    pool = pools.setdefault(example.set.language, {}).setdefault(label[2:], [])
                    pool.append(example.tokens[at:end])
            at = end
    return pools


# Languages whose sentences follow each other without a space.
UNSPACED_LANGUAGES = ("zh", "ja", "th")


def join_following(examples: list[NerExample], at: int, count: int) -> NerExample:
    """Joins an example with up to `count` - 1 following ones of its data set."""
    group = [examples[at]]
    length = len(group[0].tokens)
    for following in examples[at + 1 : at + count]:
        length += len(following.tokens)
        if length > 90:
            break
        group.append(following)
    if len(group) == 1:
        return group[0]
    tokens = [token for one in group for token in one.tokens]
    if group[0].set.language in UNSPACED_LANGUAGES:
        ends = np.cumsum([len(one.tokens) for one in group])[:-1] - 1
        for end in ends:
            tokens[end] = tokens[end].removesuffix(GLUE) + GLUE
    return NerExample(tuple(tokens), tuple(label for one in group for label in one.labels), group[0].set)


def sample_indices(sizes: list[int], weights: list[float], rows: int, chunk: int, seed: int) -> list[tuple[int, int]]:
    """(set, row) of the examples of a chunk: each set in proportion to size^SAMPLING_POWER x weight, without repeats in a pass."""
    shares = np.array([size**SAMPLING_POWER * weight for size, weight in zip(sizes, weights, strict=True)])
    quotas = rows * shares / shares.sum()
    found: list[tuple[int, int]] = []
    orders: dict[tuple[int, int], np.ndarray] = {}
    for number, (size, quota) in enumerate(zip(sizes, quotas, strict=True)):
        for at in range(int(chunk * quota), int((chunk + 1) * quota)):
            key = (number, at // size)
            if key not in orders:
                orders[key] = np.random.default_rng((seed, *key)).permutation(size)
            found.append((number, int(orders[key][at % size])))
    return found


def ner_chunk(
    datasets: list[list[NerExample]], pools: dict[str, dict[str, list[tuple[str, ...]]]], tokenizer: UnigramTokenizer, seed: int, chunk: int
) -> list[EncodedNerExample]:
    """The augmented examples of one chunk of named entities."""
    rng = random.Random(f"{seed} {chunk}")
    encoded = []
    weights = [examples[0].set.weight for examples in datasets]
    for number, at in sample_indices([len(one) for one in datasets], weights, CHUNK_ROWS, chunk, seed):
        examples = datasets[number]
        example = join_following(examples, at, rng.choice((2, 2, 3, 4)) if rng.random() < 0.12 else 1)
        tokens, labels = list(example.tokens), list(example.labels)
        if rng.random() < 0.2:
            tokens, labels = substitute_mentions(tokens, labels, pools.get(example.set.language, {}), rng)
        tokens, labels = drop_final_punctuation(tokens, labels, rng)
        tokens = add_typos(augment_case(tokens, rng), rng)
        text = join_tokens(tokens, labels, natural=rng.random() < 0.65)
        encoded.append(encode_ner(text, DATASET_NUMBER[example.set.name], tokenizer))
    return [one for one in encoded if any(label >= 0 for label in one.labels)]


def sentiment_chunk(
    datasets: list[tuple[list[SentimentExample], float]], own: OwnTexts, tokenizer: UnigramTokenizer, seed: int, chunk: int
) -> list[EncodedSentimentExample]:
    """The augmented examples of one chunk of sentiment; long reviews are truncated to their beginning or end."""
    rng = random.Random(f"{seed} {chunk}")
    own_rows = round(OWN_SHARE * CHUNK_ROWS)
    sizes, weights = [len(one) for one, _ in datasets], [weight for _, weight in datasets]
    indices = sample_indices(sizes, weights, CHUNK_ROWS - own_rows, chunk, seed)
    examples = [datasets[number][0][at] for number, at in indices] + [own.compose(rng) for _ in range(own_rows)]
    encoded = []
    for example in examples:
        ids = tokenizer.encode(augment_text(example.text, rng)).ids
        if len(ids) > TRAINING_LENGTH_MAX - 2:
            ids = ids[: TRAINING_LENGTH_MAX - 2] if rng.random() < 0.5 else ids[-(TRAINING_LENGTH_MAX - 2) :]
        if ids:
            encoded.append(EncodedSentimentExample([BOS, *ids, EOS], example))
    return encoded


def group_by_tokens(items: list, tokens_max: int, rng: random.Random) -> list[list]:
    """Groups items of similar length, with at most `tokens_max` padded tokens each, in random order."""
    items = sorted(items, key=lambda item: (len(item.ids), rng.random()))
    groups: list[list] = []
    group: list = []
    for item in items:
        if group and (len(group) + 1) * len(item.ids) > tokens_max:
            groups.append(group)
            group = []
        group.append(item)
    if group:
        groups.append(group)
    rng.shuffle(groups)
    return groups


def pad_ids(rows: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    length = max(len(row) for row in rows)
    ids = torch.full((len(rows), length), PAD)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = torch.tensor(row)
    return ids, (ids != PAD).float()


ALLOWED = torch.stack([allowed_tag_log_weights(owner) for owner in NER_DATASETS])


def collate_ner(group: list[EncodedNerExample]) -> NerBatch:
    ids, mask = pad_ids([one.ids for one in group])
    token_indices, rows = [], []
    for number, one in enumerate(group):
        for at, label in enumerate(one.labels):
            if label >= 0:
                token_indices.append(number * ids.shape[1] + at)
                rows.append((one.dataset, label))
    owners, labels = torch.tensor(rows).unbind(1)
    return NerBatch(ids, mask, torch.tensor(token_indices), ALLOWED[owners, labels])


def collate_sentiment(group: list[EncodedSentimentExample]) -> SentimentBatch:
    ids, mask = pad_ids([one.ids for one in group])
    polarized = [(at, one.example) for at, one in enumerate(group) if one.example.polarity is not None]
    affective = [(at, one.example.affect) for at, one in enumerate(group) if one.example.affect is not None]
    emotional = [(at, one.example) for at, one in enumerate(group) if one.example.emotions is not None]
    emotions = torch.zeros(len(emotional), len(EMOTIONS))
    annotated = torch.zeros(len(emotional), len(EMOTIONS))
    for row, (_, one) in enumerate(emotional):
        for label in one.emotions or ():
            emotions[row, EMOTION_ID[label]] = 1.0
        for label in one.annotated:
            annotated[row, EMOTION_ID[label]] = 1.0
    return SentimentBatch(
        ids,
        mask,
        torch.tensor([at for at, _ in polarized], dtype=torch.long),
        torch.tensor([one.polarity for _, one in polarized], dtype=torch.float32).reshape(-1, len(POLARITY_CLASSES)),
        torch.tensor([one.compared for _, one in polarized], dtype=torch.float32).reshape(-1, len(POLARITY_CLASSES)),
        torch.tensor([at for at, _ in emotional], dtype=torch.long),
        emotions,
        annotated,
        torch.tensor([at for at, _ in affective], dtype=torch.long),
        torch.tensor([row for _, row in affective], dtype=torch.float32).reshape(-1, 3),
    )
