"""Losses that ask of each set only what it annotates.

A token outside a set's types may be nothing or any type the set does not mark: the loss is minus the log of the summed
probability of all that is allowed (learning from partial labels, Cour et al. 2011), where the unmarked types count less
than "nothing", so that they are not claimed without reason. Polarity with two or three classes allows the finer classes
of the five that it covers.
"""

from __future__ import annotations

import math

import torch
from torch.nn import functional

from sets import NAME_TYPES, TAGS, NameSet

# Of a token outside a set's types: how much the types that the set does not mark count beside "nothing".
UNMARKED_WEIGHT = 0.25
TAG_ID = {tag: number for number, tag in enumerate(TAGS)}
OPEN = len(TAGS)
NOTHING = TAG_ID["O"]


def allowed_rows(owner: NameSet) -> torch.Tensor:
    """Log weights [len(TAGS) + 1, len(TAGS)]: for each label (the last is `?`) how far each tag is allowed."""
    rows = torch.full((len(TAGS) + 1, len(TAGS)), -math.inf)
    for number in range(len(TAGS)):
        rows[number, number] = 0.0
    for kind in NAME_TYPES:
        if kind in owner.annotated:
            continue
        for part in "BI":
            rows[NOTHING, TAG_ID[f"{part}-{kind}"]] = math.log(UNMARKED_WEIGHT)
            rows[OPEN, TAG_ID[f"{part}-{kind}"]] = 0.0
    rows[OPEN, NOTHING] = 0.0
    return rows


def names_loss(logits: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """Mean over tokens; `logits` and `allowed` (log weights) are [tokens, tags]."""
    logits = logits.float()
    return (torch.logsumexp(logits, -1) - torch.logsumexp(logits + allowed, -1)).mean()


def polarity_loss(logits: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """Mean over texts; `allowed` is [texts, 5] of 0 and 1."""
    logits = logits.float()
    chosen = logits.masked_fill(allowed == 0, -1e9)
    return (torch.logsumexp(logits, -1) - torch.logsumexp(chosen, -1)).mean()


def emotions_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Sum over the labels, mean over texts; both [texts, 28]."""
    return functional.binary_cross_entropy_with_logits(logits.float(), targets, reduction="none").sum(-1).mean()


def affect_loss(predicted: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Mean squared error in units of the scale -1..1."""
    return functional.mse_loss(predicted.float(), targets)
