"""From examples to padded batches: an epoch is sampled, augmented, encoded, grouped by length and cut by tokens."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import torch

from augment import LabelledText, add_typos, change_case, change_text, drop_end, join_tokens, swap_names
from losses import NOTHING, OPEN, TAG_ID, allowed_rows
from sets import EMOTIONS, NAME_SETS, FeelingExample, NameExample
from tokenizer import BOS, EOS, PAD, PieceTokenizer

LENGTH_MAX = 192
IMDB_LENGTH_MAX = 128
SET_NUMBER = {owner.name: number for number, owner in enumerate(NAME_SETS)}
EMOTION_ID = {name: number for number, name in enumerate(EMOTIONS)}


@dataclass
class EncodedNames:
    """Ids with <s> and </s>; the label of each piece that begins a word, -1 elsewhere; the set's number."""

    ids: list[int]
    labels: list[int]
    owner: int


@dataclass
class EncodedFeelings:
    ids: list[int]
    example: FeelingExample


@dataclass
class NamesBatch:
    ids: torch.Tensor
    mask: torch.Tensor
    places: torch.Tensor
    allowed: torch.Tensor


@dataclass
class FeelingsBatch:
    ids: torch.Tensor
    mask: torch.Tensor
    polarity_rows: torch.Tensor
    polarity: torch.Tensor
    emotion_rows: torch.Tensor
    emotions: torch.Tensor
    affect_rows: torch.Tensor
    affect: torch.Tensor


def begins_word(text: str, start: int, end: int) -> bool:
    """Whether a piece begins a word: it covers something, and does not go on a run of letters, digits and marks."""
    return start < end and not (start > 0 and is_word(text[start]) and is_word(text[start - 1]))


def is_word(character: str) -> bool:
    return character.isalnum() or "\u0300" <= character <= "\u036f" or "\u0900" <= character <= "\u0963"


def encode_names(labelled: LabelledText, owner: int, tokenizer: PieceTokenizer) -> EncodedNames:
    encoded = tokenizer.encode(labelled.text)
    labels = [-1]
    spans = iter(labelled.spans)
    span = next(spans, None)
    opened = None
    for start, end in zip(encoded.starts, encoded.ends, strict=True):
        if not begins_word(labelled.text, start, end):
            labels.append(-1)
            continue
        while span is not None and span[1] <= start:
            span = next(spans, None)
        if span is None or start < span[0]:
            labels.append(NOTHING)
        elif span[2] == "?":
            labels.append(OPEN)
        else:
            labels.append(TAG_ID[f"{'I' if opened is span else 'B'}-{span[2]}"])
            opened = span
    ids = [BOS, *encoded.ids[: LENGTH_MAX - 2], EOS]
    labels = [*labels[: len(ids) - 1], -1]
    return EncodedNames(ids, labels, owner)


def mention_pools(examples: list[NameExample]) -> dict[str, dict[str, list[tuple[str, ...]]]]:
    """By language and type, all mentions of up to five tokens."""
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


def join_sentences(examples: list[NameExample], rng: random.Random) -> Iterator[NameExample]:
    """Some neighbours of a set become one text of two to five sentences."""
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
        yield NameExample(tokens, tuple(label for one in group for label in one.labels), group[0].set)


def sample(items: list, times: float, rng: random.Random) -> list:
    """Each item floor(times) times and a random share of them once more, in the set's order."""
    extra = set(rng.sample(range(len(items)), round(len(items) * (times % 1))))
    return [*items * int(times), *(item for number, item in enumerate(items) if number in extra)]


def names_epoch(sets: list[list[NameExample]], tokenizer: PieceTokenizer, seed: int) -> list[EncodedNames]:
    """One pass over the sets of names, augmented."""
    rng = random.Random(seed)
    pools = mention_pools([example for examples in sets for example in examples])
    encoded = []
    for examples in sets:
        for example in join_sentences(sample(examples, examples[0].set.times, rng), rng):
            tokens, labels = list(example.tokens), list(example.labels)
            if rng.random() < 0.15:
                tokens, labels = swap_names(tokens, labels, pools.get(example.set.language, {}), rng)
            tokens, labels = drop_end(tokens, labels, rng)
            tokens = add_typos(change_case(tokens, rng), rng)
            text = join_tokens(tokens, labels, natural=rng.random() < 0.6)
            encoded.append(encode_names(text, SET_NUMBER[example.set.name], tokenizer))
    return [one for one in encoded if len(one.ids) > 2]


def feelings_epoch(
    sets: list[tuple[list[FeelingExample], float]], tokenizer: PieceTokenizer, seed: int
) -> list[EncodedFeelings]:
    """One pass over the sets of feelings, augmented; of long reviews the beginning or the end."""
    rng = random.Random(seed)
    encoded = []
    for examples, times in sets:
        for example in sample(examples, times, rng):
            ids = tokenizer.encode(change_text(example.text, rng)).ids
            length_max = IMDB_LENGTH_MAX if example.source == "imdb" else LENGTH_MAX
            if len(ids) > length_max - 2:
                ids = ids[: length_max - 2] if rng.random() < 0.5 else ids[-(length_max - 2) :]
            if ids:
                encoded.append(EncodedFeelings([BOS, *ids, EOS], example))
    return encoded


def group_by_tokens(items: list, tokens_max: int, rng: random.Random) -> list[list]:
    """Groups of about equal length, none over `tokens_max` padded tokens, in random order."""
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


ALLOWED = torch.stack([allowed_rows(owner) for owner in NAME_SETS])


def names_batch(group: list[EncodedNames]) -> NamesBatch:
    ids, mask = pad_ids([one.ids for one in group])
    places, rows = [], []
    for number, one in enumerate(group):
        for at, label in enumerate(one.labels):
            if label >= 0:
                places.append(number * ids.shape[1] + at)
                rows.append((one.owner, label))
    owners, labels = torch.tensor(rows).unbind(1)
    return NamesBatch(ids, mask, torch.tensor(places), ALLOWED[owners, labels])


def feelings_batch(group: list[EncodedFeelings]) -> FeelingsBatch:
    ids, mask = pad_ids([one.ids for one in group])
    polar = [(at, one.example.polarity) for at, one in enumerate(group) if one.example.polarity is not None]
    moved = [(at, one.example.affect) for at, one in enumerate(group) if one.example.affect is not None]
    felt = [(at, one.example.emotions) for at, one in enumerate(group) if one.example.emotions is not None]
    emotions = torch.zeros(len(felt), len(EMOTIONS))
    for row, (_, labels) in enumerate(felt):
        for label in labels:
            emotions[row, EMOTION_ID[label]] = 1.0
    return FeelingsBatch(
        ids,
        mask,
        torch.tensor([at for at, _ in polar], dtype=torch.long),
        torch.tensor([row for _, row in polar], dtype=torch.float32).reshape(-1, 5),
        torch.tensor([at for at, _ in felt], dtype=torch.long),
        emotions,
        torch.tensor([at for at, _ in moved], dtype=torch.long),
        torch.tensor([row for _, row in moved], dtype=torch.float32).reshape(-1, 3),
    )
