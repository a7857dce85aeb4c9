"""Finds the few outlier neurons of the feed-forward layers.

In this base model, one neuron per layer responds to `<s>` with activations of up to 68 while no other exceeds 6. A single int8
range leaves 22 of 255 steps for the others, which caused most of the quantization loss. The quantized graphs keep such
neurons in float32. They respond to nearly any text, so a fixed sequence of random subwords finds them.
"""

from __future__ import annotations

import torch
from encoder import EncoderModel, TransformerLayer
from tokenizer import BOS, EOS
from torch.nn import functional

TEXTS = 30
SUBWORDS = 40
# Maximum number of outliers per layer, and their minimum ratio to the largest remaining activation.
NEURONS_MAX = 4
TIMES_REST = 1.6


@torch.no_grad()
def find_outliers(encoder: EncoderModel) -> dict[TransformerLayer, list[int]]:
    """The neurons of each layer to keep in float32."""
    largest: dict[TransformerLayer, torch.Tensor] = {}

    def record(layer: TransformerLayer, activations: torch.Tensor) -> None:
        values = functional.gelu(activations).abs().flatten(0, -2).max(0).values
        largest[layer] = torch.maximum(largest[layer], values) if layer in largest else values

    hooks = [
        layer.intermediate.register_forward_hook(lambda _, __, activations, layer=layer: record(layer, activations))
        for layer in encoder.modules()
        if isinstance(layer, TransformerLayer)
    ]
    generator = torch.Generator().manual_seed(1)
    ids = torch.randint(EOS + 1, encoder.word_embeddings.num_embeddings, (TEXTS, SUBWORDS), generator=generator)
    ids[:, 0], ids[:, -1] = BOS, EOS
    hidden = encoder.backbone(encoder.word_embeddings(ids))
    encoder.entities(hidden)
    encoder.sentiment(hidden)
    for hook in hooks:
        hook.remove()
    return {layer: select_outliers(values) for layer, values in largest.items()}


def select_outliers(values: torch.Tensor) -> list[int]:
    """Indices of the largest values that are far larger than the next one."""
    top, indices = values.topk(NEURONS_MAX + 1)
    counts = [count for count in range(1, NEURONS_MAX + 1) if top[count - 1] > TIMES_REST * top[count]]
    return sorted(indices[: max(counts, default=0)].tolist())
