"""Finds the few neurons of the feed-forward parts that reach far beyond all others.

In this base one neuron of a layer answers to `<s>` with up to 68 where no other passes 6. Eight bits over one range then leave
the others 22 of 255 steps, and that was most of what quantisation lost. The small graphs keep such neurons in float.
They answer to nearly any text, so a fixed sequence of random pieces finds them.
"""

from __future__ import annotations

import torch
from torch.nn import functional

from encoder import Brain, Layer
from tokenizer import BOS, EOS

TEXTS = 30
PIECES = 40
# At most so many of a layer, each this many times larger than the largest that stays.
NEURONS_MAX = 4
TIMES_REST = 1.6


@torch.no_grad()
def find_outliers(brain: Brain) -> dict[Layer, list[int]]:
    """The neurons of each layer that are to stay in float."""
    largest: dict[Layer, torch.Tensor] = {}

    def remember(layer: Layer, wide: torch.Tensor) -> None:
        values = functional.gelu(wide).abs().flatten(0, -2).max(0).values
        largest[layer] = torch.maximum(largest[layer], values) if layer in largest else values

    hooks = [
        layer.widen.register_forward_hook(lambda _, __, wide, layer=layer: remember(layer, wide))
        for layer in brain.modules()
        if isinstance(layer, Layer)
    ]
    generator = torch.Generator().manual_seed(1)
    ids = torch.randint(EOS + 1, brain.words.num_embeddings, (TEXTS, PIECES), generator=generator)
    ids[:, 0], ids[:, -1] = BOS, EOS
    hidden = brain.trunk(brain.words(ids))
    brain.names(hidden)
    brain.feelings(hidden)
    for hook in hooks:
        hook.remove()
    return {layer: standing_out(values) for layer, values in largest.items()}


def standing_out(values: torch.Tensor) -> list[int]:
    """Indices of the first values, from the largest down, that are all far larger than the next."""
    top, places = values.topk(NEURONS_MAX + 1)
    counts = [count for count in range(1, NEURONS_MAX + 1) if top[count - 1] > TIMES_REST * top[count]]
    return sorted(places[: max(counts, default=0)].tolist())
