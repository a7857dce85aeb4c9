"""The encoder as a reader of whole texts: what it takes each sentence to state, with the sentences around it in view."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import torch
from sentence_data import TARGETS, SentenceData
from torch import nn
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "encoder"))
from starting_weights import SHIPPED, build_model  # noqa: E402
from tokenizer import BOS, EOS, PAD, UnigramTokenizer  # noqa: E402

# Subwords of a window, and of a sentence; longer sentences are cut.
WINDOW = 384
SENTENCE_MAX = 150
LENGTH_MAX = 510
HIDDEN = 256


class FactTeacher(nn.Module):
    """All twelve layers of the base encoder, and a head over the mean and the attended mean of each sentence."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        encoder = build_model(SHIPPED, seed, "base")
        self.word_embeddings, self.backbone = encoder.word_embeddings, encoder.backbone
        self.layers = encoder.sentiment.layers
        width = self.word_embeddings.embedding_dim
        self.attend = nn.Linear(width, 1)
        self.hidden = nn.Linear(2 * width, HIDDEN)
        self.output = nn.Linear(HIDDEN, TARGETS)

    def forward(self, ids: torch.Tensor, sentences: torch.Tensor, count: int) -> torch.Tensor:
        """Logits [count, TARGETS] of ids [batch, length], whose subwords belong to the sentences of the same shape; `count` is none."""
        bias = torch.where(ids == PAD, -10_000.0, 0.0)[:, None, None, :]
        x = self.backbone(self.word_embeddings(ids), (ids != PAD).float())
        for layer in self.layers:
            x = layer(x, bias)
        x, sentences = x.float().flatten(0, 1), sentences.flatten()
        weights = torch.exp(self.attend(x)[:, 0].clamp(-10, 10))
        sums = weights.new_zeros(count + 1).index_add_(0, sentences, weights)
        attended = x.new_zeros(count + 1, x.shape[1]).index_add_(0, sentences, x * (weights / sums[sentences])[:, None])
        sizes = weights.new_zeros(count + 1).index_add_(0, sentences, torch.ones_like(weights))
        means = x.new_zeros(count + 1, x.shape[1]).index_add_(0, sentences, x) / sizes.clamp(min=1)[:, None]
        pooled = torch.cat([means, attended], 1)[:count]
        hidden = functional.gelu(self.hidden(functional.dropout(pooled, 0.1, self.training)))
        return self.output(functional.dropout(hidden, 0.2, self.training)).float()

    def groups(self, rate: float, decay: float = 0.9) -> list[dict]:
        """Lower layers learn slower, the head faster."""
        layers = [*self.backbone.layers, *self.layers]
        head = [*self.attend.parameters(), *self.hidden.parameters(), *self.output.parameters()]
        groups = [{"params": list(self.backbone.norm.parameters()), "lr": rate * decay ** len(layers)}]
        for number, layer in enumerate(layers):
            groups.append({"params": list(layer.parameters()), "lr": rate * decay ** (len(layers) - 1 - number)})
        return [*groups, {"params": head, "lr": max(5e-4, 5 * rate)}]


class Windows:
    """The texts as windows of sentences, in batches of similar length."""

    def __init__(self, data: SentenceData, device: str) -> None:
        tokenizer = UnigramTokenizer(SHIPPED / "vocabulary.bin")
        sentences = (sentence for text in data.texts for sentence in text)
        self.ids = [tokenizer.encode(sentence).ids[:SENTENCE_MAX] or [3] for sentence in sentences]
        self.starts = data.starts
        self.device = device

    def of(self, text: int, first: int) -> list[range]:
        """Consecutive sentences of a text; the first window has room for `first` subwords."""
        windows, at, end, room = [], int(self.starts[text]), int(self.starts[text + 1]), first
        while at < end:
            size, to = 0, at
            while to < end and (to == at or size + len(self.ids[to]) + 1 <= room):
                size += len(self.ids[to]) + 1
                to += 1
            windows.append(range(at, to))
            at, room = to, WINDOW
        return windows

    def batches(self, windows: list[range], subwords: int, shuffle: bool) -> list[list[range]]:
        """Batches of at most this number of subwords, padding included."""
        jitter = random.random if shuffle else lambda: 0.0
        keyed = sorted(((self._size(window) + 60 * jitter(), window) for window in windows), key=lambda pair: pair[0])
        batches, current, longest = [], [], 0
        for _, window in keyed:
            longest = max(longest, self._size(window))
            if current and longest * (len(current) + 1) > subwords:
                batches.append(current)
                current, longest = [], self._size(window)
            current.append(window)
        batches.append(current)
        if shuffle:
            random.shuffle(batches)
        return batches

    def pack(self, batch: list[range]) -> tuple[torch.Tensor, torch.Tensor, np.ndarray]:
        """Ids and the sentence that each belongs to, [batch, length]; and the numbers of these sentences."""
        length = min(LENGTH_MAX, max(self._size(window) for window in batch))
        ids = np.full((len(batch), length), PAD)
        numbers = [number for window in batch for number in window]
        sentences = np.full((len(batch), length), len(numbers))
        count = 0
        for row, window in enumerate(batch):
            ids[row, 0] = BOS
            at = 1
            for number in window:
                own = self.ids[number][: max(0, length - at - 1)]
                ids[row, at : at + len(own)] = own
                sentences[row, at : at + len(own)] = count
                at += len(own)
                if at < length:
                    ids[row, at] = EOS
                at += 1
                count += 1
        return torch.from_numpy(ids).to(self.device), torch.from_numpy(sentences).to(self.device), np.array(numbers)

    def _size(self, window: range) -> int:
        return 1 + sum(len(self.ids[number]) + 1 for number in window)
