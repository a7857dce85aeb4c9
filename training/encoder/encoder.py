"""The network: a shared backbone of BERT layers and task-specific layers and heads for entities and for sentiment.

Layers are those of BERT (Devlin et al. 2019, post-norm, exact GELU) with the weights of the base model. The first
`shared_layers` are shared; the rest exist once per task, so that the tasks do not compete for the top layers. After the
joint run each task takes copies of the upper shared layers (`EncoderModel.untie_layers`), so that it can be fine-tuned alone.
Word embeddings are frozen and remain outside the exported graphs, as 4-bit rows of the base model.
"""

from __future__ import annotations

import copy
import random

import numpy as np
import torch
from base_encoder import BaseEncoder
from torch import nn
from torch.nn import functional

JOINT_SHARED_LAYERS = 9
# Shared layers of the shipped model, see `EncoderModel.untie_layers`.
SHIPPED_SHARED_LAYERS = 6
# Very negative, negative, neutral, positive, very positive, mixed.
POLARITY_CLASS_COUNT = 6


class SlicedDropout:
    """Dropout (Srivastava et al. 2014) with slices of one long random mask: sampling a new mask takes a quarter of a step on a CPU."""

    def __init__(self, share: float, seed: int = 1, size: int = 1 << 23) -> None:
        self.share = share
        self.random = random.Random(seed)
        generator = torch.Generator().manual_seed(seed)
        kept = torch.rand(size if share > 0 else 1, generator=generator) >= share
        self.mask = (kept / (1.0 - share)).to(torch.bfloat16)

    def __call__(self, x: torch.Tensor, training: bool) -> torch.Tensor:
        if not training or self.share == 0:
            return x
        if x.is_cuda or x.numel() > len(self.mask) // 2:
            return functional.dropout(x, self.share, True)
        at = self.random.randrange(len(self.mask) - x.numel())
        return x * self.mask[at : at + x.numel()].view(x.shape).to(x.dtype)


class TransformerLayer(nn.Module):
    """One post-norm transformer layer over [batch, length, hidden]."""

    def __init__(self, hidden: int, heads: int, feed_forward: int, epsilon: float, dropout: SlicedDropout) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.attention_output = nn.Linear(hidden, hidden)
        self.attention_norm = nn.LayerNorm(hidden, eps=epsilon)
        self.intermediate = nn.Linear(hidden, feed_forward)
        self.output = nn.Linear(feed_forward, hidden)
        self.output_norm = nn.LayerNorm(hidden, eps=epsilon)
        self.dropout = dropout
        self.scale = (hidden // heads) ** -0.5

    def forward(self, x: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
        batch, length, hidden = x.shape
        shape = (batch, length, 3, self.heads, hidden // self.heads)
        query, key, value = self.qkv(x).view(shape).permute(2, 0, 3, 1, 4).unbind(0)
        scores = torch.matmul(query, key.transpose(-1, -2))
        if self.scale != 1:
            scores = scores * self.scale
        if bias is not None:
            scores = scores + bias
        mixed = torch.matmul(torch.softmax(scores, -1), value)
        mixed = self.attention_output(mixed.transpose(1, 2).reshape(batch, length, hidden))
        x = self.attention_norm(x + self.dropout(mixed, self.training))
        expanded = self.output(functional.gelu(self.intermediate(x)))
        return self.output_norm(x + self.dropout(expanded, self.training))

    def fold_scale(self) -> None:
        """Folds the scale of the attention scores into the query weights, which saves one operation per layer."""
        hidden = self.attention_output.in_features
        with torch.no_grad():
            self.qkv.weight[:hidden] *= self.scale
            self.qkv.bias[:hidden] *= self.scale
        self.scale = 1

    def load(self, base: BaseEncoder, number: int) -> None:
        """Copies the weights of layer `number` of the base model."""

        def tensor(name: str) -> torch.Tensor:
            return torch.from_numpy(base.float_tensor(f"l{number}.{name}"))

        hidden = base.hidden
        with torch.no_grad():
            for part, name in enumerate("qkv"):
                rows = slice(part * hidden, (part + 1) * hidden)
                self.qkv.weight[rows] = tensor(f"{name}.w").view(hidden, hidden)
                self.qkv.bias[rows] = tensor(f"{name}.b")
            for module, name in (
                (self.attention_output, "ao"),
                (self.attention_norm, "aln"),
                (self.intermediate, "fi"),
                (self.output, "fo"),
                (self.output_norm, "oln"),
            ):
                module.weight.copy_(tensor(f"{name}.w").view_as(module.weight))
                module.bias.copy_(tensor(f"{name}.b"))


def attention_bias(mask: torch.Tensor | None) -> torch.Tensor | None:
    """[batch, 1, 1, length]: 0 where `mask` is 1, very low where it is 0; None without padding."""
    if mask is None:
        return None
    return ((1.0 - mask) * -10_000.0)[:, None, None, :]


class Backbone(nn.Module):
    """Word embeddings in, hidden states of the last shared layer out."""

    def __init__(self, base: BaseEncoder, layers: int, dropout: SlicedDropout) -> None:
        super().__init__()
        positions = base.float_tensor("emb.pos").reshape(base.positions, base.hidden)
        kinds = base.float_tensor("emb.type").reshape(-1, base.hidden)
        self.register_buffer("positions", torch.from_numpy(positions + kinds[0]))
        self.norm = nn.LayerNorm(base.hidden, eps=base.epsilon)
        with torch.no_grad():
            self.norm.weight.copy_(torch.from_numpy(base.float_tensor("emb.ln.w")))
            self.norm.bias.copy_(torch.from_numpy(base.float_tensor("emb.ln.b")))
        self.layers = nn.ModuleList(make_layer(base, number, dropout) for number in range(layers))
        self.dropout = dropout

    def forward(self, embedded: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        bias = attention_bias(mask)
        x = self.norm(embedded + self.positions[: embedded.shape[1]])
        x = self.dropout(x, self.training)
        for layer in self.layers:
            x = layer(x, bias)
        return x


def make_layer(base: BaseEncoder, number: int, dropout: SlicedDropout) -> TransformerLayer:
    layer = TransformerLayer(base.hidden, base.heads, base.feed_forward, base.epsilon, dropout)
    layer.load(base, number)
    return layer


class NerHead(nn.Module):
    """Task-specific layers and head for named entities: logits [batch, length, tags]."""

    def __init__(self, base: BaseEncoder, first_layer: int, tags: int, dropout: SlicedDropout) -> None:
        super().__init__()
        self.layers = nn.ModuleList(make_layer(base, number, dropout) for number in range(first_layer, base.layers))
        self.head = nn.Linear(base.hidden, tags)
        self.dropout = dropout

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        bias = attention_bias(mask)
        for layer in self.layers:
            hidden = layer(hidden, bias)
        return self.head(self.dropout(hidden, self.training))


class SentimentHead(nn.Module):
    """Task-specific layers and heads for a whole text: polarity [batch, 6], emotions [batch, 28], affect [batch, 3] (training only)."""

    def __init__(self, base: BaseEncoder, first_layer: int, emotions: int, dropout: SlicedDropout) -> None:
        super().__init__()
        self.layers = nn.ModuleList(make_layer(base, number, dropout) for number in range(first_layer, base.layers))
        self.attend = nn.Linear(base.hidden, 2)
        self.polarity = nn.Linear(2 * base.hidden, POLARITY_CLASS_COUNT)
        self.emotions = nn.Linear(2 * base.hidden, emotions)
        self.affect = nn.Linear(2 * base.hidden, 3)
        self.dropout = dropout

    def forward(
        self, hidden: torch.Tensor, mask: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        bias = attention_bias(mask)
        for layer in self.layers:
            hidden = layer(hidden, bias)
        attend = self.attend(hidden)
        if mask is None:
            mean = hidden.mean(1)
        else:
            mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
            attend = attend + (mask[:, :, None] - 1.0) * 10_000.0
        weights = torch.softmax(attend, dim=1)
        polar = (hidden * weights[:, :, 0:1]).sum(1)
        emotional = (hidden * weights[:, :, 1:2]).sum(1)
        mean = self.dropout(mean, self.training)
        polar = torch.cat([mean, self.dropout(polar, self.training)], 1)
        emotional = torch.cat([mean, self.dropout(emotional, self.training)], 1)
        return self.polarity(polar), self.emotions(emotional), self.affect(polar)


class EncoderModel(nn.Module):
    """Backbone and task-specific layers with the frozen embeddings of the pruned vocabulary."""

    def __init__(
        self,
        base: BaseEncoder,
        embeddings: np.ndarray,
        tags: int,
        emotions: int,
        shared_layers: int = JOINT_SHARED_LAYERS,
        dropout: float = 0.1,
        seed: int = 1,
    ) -> None:
        super().__init__()
        masks = SlicedDropout(dropout, seed)
        self.word_embeddings = nn.Embedding.from_pretrained(torch.from_numpy(embeddings), freeze=True)
        self.backbone = Backbone(base, shared_layers, masks)
        self.entities = NerHead(base, shared_layers, tags, masks)
        self.sentiment = SentimentHead(base, shared_layers, emotions, masks)

    def untie_layers(self, shared: int = SHIPPED_SHARED_LAYERS) -> None:
        """Gives each task its own copy of the backbone's layers from `shared` on; outputs do not change."""
        if len(self.backbone.layers) <= shared:
            return
        own = self.backbone.layers[shared:]
        self.backbone.layers = self.backbone.layers[:shared]
        self.entities.layers = nn.ModuleList([*copy.deepcopy(own), *self.entities.layers])
        self.sentiment.layers = nn.ModuleList([*own, *self.sentiment.layers])

    def tag_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.entities(self.backbone(self.word_embeddings(ids), mask), mask)

    def sentiment_logits(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return self.sentiment(self.backbone(self.word_embeddings(ids), mask), mask)
