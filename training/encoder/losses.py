"""Losses that use only the types that each data set annotates.

A token outside the types of a data set may be unnamed or of any type that is not annotated: the loss is minus the log of the
summed probability of all allowed tags (learning from partial labels, Cour et al. 2011), where types without annotations
weigh less than "O", so that they are not predicted without evidence. Polarity labels of two or three classes allow the
corresponding classes of the six, and are compared with the classes that their data set distinguishes.
"""

from __future__ import annotations

import math

import torch
from corpora import ENTITY_TYPES, TAGS, NerDataset
from torch.nn import functional

# Weight of types without annotations relative to "O", for a token outside the types of its data set.
UNANNOTATED_WEIGHT = 0.25
TAG_ID = {tag: number for number, tag in enumerate(TAGS)}
UNSPECIFIED = len(TAGS)
OUTSIDE = TAG_ID["O"]


def allowed_tag_log_weights(owner: NerDataset) -> torch.Tensor:
    """Log weights [len(TAGS) + 1, len(TAGS)] of the tags that each label (the last is `?`) allows."""
    rows = torch.full((len(TAGS) + 1, len(TAGS)), -math.inf)
    for number in range(len(TAGS)):
        rows[number, number] = 0.0
    for kind in ENTITY_TYPES:
        if kind in owner.annotated:
            continue
        for part in "BI":
            rows[OUTSIDE, TAG_ID[f"{part}-{kind}"]] = math.log(UNANNOTATED_WEIGHT)
            rows[UNSPECIFIED, TAG_ID[f"{part}-{kind}"]] = 0.0
            # Where facilities are not distinguished, they are locations.
            if kind == "FACILITY":
                rows[TAG_ID[f"{part}-LOCATION"], TAG_ID[f"{part}-FACILITY"]] = math.log(UNANNOTATED_WEIGHT)
    rows[UNSPECIFIED, OUTSIDE] = 0.0
    return rows


def ner_loss(logits: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """Mean over tokens; `logits` and `allowed` (log weights) are [tokens, tags]."""
    logits = logits.float()
    return (torch.logsumexp(logits, -1) - torch.logsumexp(logits + allowed, -1)).mean()


def polarity_loss(logits: torch.Tensor, allowed: torch.Tensor, compared: torch.Tensor) -> torch.Tensor:
    """Mean over texts; `allowed` and `compared` are weights 0..1 of the classes, [texts, classes]."""
    logits = logits.float()
    chosen = torch.logsumexp(logits + allowed.clamp_min(1e-9).log(), -1)
    return (torch.logsumexp(logits + compared.clamp_min(1e-9).log(), -1) - chosen).mean()


def emotions_loss(logits: torch.Tensor, targets: torch.Tensor, annotated: torch.Tensor) -> torch.Tensor:
    """Sum over the annotated labels, mean over texts; all [texts, 28], the last with 1 for each annotated label."""
    losses = functional.binary_cross_entropy_with_logits(logits.float(), targets, reduction="none")
    return (losses * annotated).sum(-1).mean()


def affect_loss(predicted: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Mean squared error in units of the scale -1..1."""
    return functional.mse_loss(predicted.float(), targets)
