"""The network as a run starts: its weights, the layers that stay frozen, and the learning rate of each part."""

from __future__ import annotations

import argparse
from pathlib import Path

import corpora
import numpy as np
import torch
from base_encoder import expand_blocks, read_base
from encoder import JOINT_SHARED_LAYERS, SHIPPED_SHARED_LAYERS, EncoderModel
from shipped_weights import load_shipped_weights

SHIPPED = Path(__file__).parents[2] / "packages" / "nlp" / "src" / "encoder" / "model"
# Learning rates of the top layer and of the heads, by the weights that a run starts from.
LEARNING_RATES = {"shipped": (2e-4, 6e-4), "base": (3e-4, 1e-3)}
LAYER_DECAY = 0.93


def add_start_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--start", choices=sorted(LEARNING_RATES), default="shipped", help="the weights that the run starts from")
    parser.add_argument("--freeze-layers", type=int, default=3, help="lowest layers that stay as they are")


def read_embeddings(path: Path) -> np.ndarray:
    """The word embeddings as float32 [subwords, hidden]."""
    data = path.read_bytes()
    _, count, hidden, block = np.frombuffer(data, "<u4", 4, 4)
    blocks = int(count) * int(hidden) // int(block)
    scales = np.frombuffer(data, "<f2", blocks, 20)
    nibbles = np.frombuffer(data, np.uint8, blocks * 16, 20 + 2 * blocks).reshape(-1, 16)
    return expand_blocks(scales, nibbles).reshape(int(count), int(hidden))


def build_model(model: Path, seed: int, start: str = "shipped", dropout: float = 0.1) -> EncoderModel:
    """The network with the weights that a run starts from: those of the shipped model, or of the plain base."""
    torch.manual_seed(seed)
    embeddings = read_embeddings(model / "embeddings.bin")
    shared = SHIPPED_SHARED_LAYERS if start == "shipped" else JOINT_SHARED_LAYERS
    encoder = EncoderModel(read_base(), embeddings, len(corpora.TAGS), len(corpora.EMOTIONS), shared, dropout, seed)
    if start == "shipped":
        load_shipped_weights(encoder, SHIPPED)
    return encoder


def freeze_layers(encoder: EncoderModel, count: int) -> None:
    """Freezes the lowest layers, and the norm before them."""
    if count > 0:
        for module in (encoder.backbone.norm, *encoder.backbone.layers[:count]):
            module.requires_grad_(False)


def parameter_groups(encoder: EncoderModel, start: str) -> list[dict]:
    """Layer-wise learning rates: lower layers learn slower, heads faster; norms and biases have no weight decay."""
    top_rate, head_rate = LEARNING_RATES[start]
    groups: dict[tuple[float, float], list] = {}
    depth = len(encoder.backbone.layers) + len(encoder.entities.layers)
    for name, parameter in encoder.named_parameters():
        if not parameter.requires_grad:
            continue
        parts = name.split(".")
        if "layers" in parts:
            number = int(parts[parts.index("layers") + 1]) + (0 if parts[0] == "backbone" else len(encoder.backbone.layers))
            rate = top_rate * LAYER_DECAY ** (depth - 1 - number)
        else:
            rate = top_rate * LAYER_DECAY**depth if parts[0] == "backbone" else head_rate
        decay = 0.01 if parameter.dim() > 1 else 0.0
        groups.setdefault((rate, decay), []).append(parameter)
    return [
        {"params": parameters, "lr": rate, "top_rate": rate, "weight_decay": decay}
        for (rate, decay), parameters in groups.items()
    ]
