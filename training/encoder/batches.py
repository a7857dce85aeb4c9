"""Turns examples into padded batches: an epoch is sampled, augmented, encoded and grouped by length and number of tokens."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

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
from corpora import EMOTIONS, NER_DATASETS, NerExample, SentimentExample
from losses import OUTSIDE, TAG_ID, UNSPECIFIED, allowed_tag_log_weights
from tokenizer import BOS, EOS, PAD, UnigramTokenizer

LENGTH_MAX = 192
IMDB_LENGTH_MAX = 128
DATASET_NUMBER = {owner.name: number for number, owner in enumerate(NER_DATASETS)}
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
    emotion_rows: torch.Tensor
    emotions: torch.Tensor
    affect_rows: torch.Tensor
    affect: torch.Tensor


def is_word_start(text: str, start: int, end: int) -> bool:
    """Whether a subword begins a word: it is not empty and does not continue a run of letters, digits and marks."""
    return start < end and not (start > 0 and is_word(text[start]) and is_word(text[start - 1]))


def is_word(character: str) -> bool:
    return character.isalnum() or "\u0300" <= character <= "\u036f" or "\u0900" <= character <= "\u0963"


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
        while span is not None and span[1] <= start:
            span = next(spans, None)
        if span is None or start < span[0]:
            labels.append(OUTSIDE)
        elif span[2] == "?":
            labels.append(UNSPECIFIED)
        else:
            labels.append(TAG_ID[f"{'I' if open_span is span else 'B'}-{span[2]}"])
            open_span = span
    ids = [BOS, *encoded.ids[: LENGTH_MAX - 2], EOS]
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


def join_sentences(examples: list[NerExample], rng: random.Random) -> Iterator[NerExample]:
    """Joins some adjacent sentences of a data set into texts of two to five sentences."""
    at = 0
    while at < len(examples):
        count = rng.choice((2, 2, 3, 3, 4, 5)) if rng.random() < 0.2 else 1
        group = [examples[at]]
        length = len(group[0].tokens)
        for following in examples[at + 1 : at + count]:
            length += len(following.tokens)
            if following.set is not group[0].set or length > 110:
                break
            group.append(following)
        at += len(group)
        if len(group) == 1:
            yield group[0]
            continue
        tokens = tuple(token for one in group for token in one.tokens)
        yield NerExample(tokens, tuple(label for one in group for label in one.labels), group[0].set)


def resample(items: list, times: float, rng: random.Random) -> list:
    """Repeats each item floor(times) times and a random subset once more, in the original order."""
    extra = set(rng.sample(range(len(items)), round(len(items) * (times % 1))))
    return [*items * int(times), *(item for number, item in enumerate(items) if number in extra)]


def ner_epoch(corpora: list[list[NerExample]], tokenizer: UnigramTokenizer, seed: int) -> list[EncodedNerExample]:
    """One augmented pass over the data sets of named entities."""
    rng = random.Random(seed)
    pools = mention_pools([example for examples in corpora for example in examples])
    encoded = []
    for examples in corpora:
        for example in join_sentences(resample(examples, examples[0].set.times, rng), rng):
            tokens, labels = list(example.tokens), list(example.labels)
            if rng.random() < 0.15:
                tokens, labels = substitute_mentions(tokens, labels, pools.get(example.set.language, {}), rng)
            tokens, labels = drop_final_punctuation(tokens, labels, rng)
            tokens = add_typos(augment_case(tokens, rng), rng)
            text = join_tokens(tokens, labels, natural=rng.random() < 0.6)
            encoded.append(encode_ner(text, DATASET_NUMBER[example.set.name], tokenizer))
    return [one for one in encoded if len(one.ids) > 2]


def sentiment_epoch(
    corpora: list[tuple[list[SentimentExample], float]], tokenizer: UnigramTokenizer, seed: int
) -> list[EncodedSentimentExample]:
    """One augmented pass over the sentiment data sets; long reviews are truncated to their beginning or end."""
    rng = random.Random(seed)
    encoded = []
    for examples, times in corpora:
        for example in resample(examples, times, rng):
            ids = tokenizer.encode(augment_text(example.text, rng)).ids
            length_max = IMDB_LENGTH_MAX if example.source == "imdb" else LENGTH_MAX
            if len(ids) > length_max - 2:
                ids = ids[: length_max - 2] if rng.random() < 0.5 else ids[-(length_max - 2) :]
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
    polarized = [(at, one.example.polarity) for at, one in enumerate(group) if one.example.polarity is not None]
    affective = [(at, one.example.affect) for at, one in enumerate(group) if one.example.affect is not None]
    emotional = [(at, one.example.emotions) for at, one in enumerate(group) if one.example.emotions is not None]
    emotions = torch.zeros(len(emotional), len(EMOTIONS))
    for row, (_, labels) in enumerate(emotional):
        for label in labels:
            emotions[row, EMOTION_ID[label]] = 1.0
    return SentimentBatch(
        ids,
        mask,
        torch.tensor([at for at, _ in polarized], dtype=torch.long),
        torch.tensor([row for _, row in polarized], dtype=torch.float32).reshape(-1, 5),
        torch.tensor([at for at, _ in emotional], dtype=torch.long),
        emotions,
        torch.tensor([at for at, _ in affective], dtype=torch.long),
        torch.tensor([row for _, row in affective], dtype=torch.float32).reshape(-1, 3),
    )
