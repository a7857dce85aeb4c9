"""Trains the network of phrases on what the teachers take sentences to state, and exports it: see README.md."""

import argparse
import hashlib
import json
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
from learn_projection import EMBEDDINGS, ROOT, encode, read_embeddings
from sentence_data import TARGETS, SentenceData, rank_quality, read_sentences
from torch import nn
from torch.nn import functional

OUTPUT = ROOT / "packages/summary/src/extractive/vectors/phrase-network.data.json"
# Values of an embedding, and of the vector of a word.
EMBEDDING = 384
DIMENSIONS = 48
FILTERS = 48
HIDDEN = 32
DROPOUT = 0.1
BATCH = 2048
RATE = 3e-3
WARM_UP = 0.05
# Words of a sentence that are read in training.
WORDS_MAX = 60
# Embeddings of words have about this norm in training, so that the network starts with usable values.
SCALE = 20.0
# Marked sentences count more, and half of what they teach are the marks.
MARKED_WEIGHT = 2.0
MARK_SHARE = 0.5
# The trees learn from estimates of networks that have not seen the text, the one of its number modulo FOLDS.
FOLDS = 3


class PhraseNetwork(nn.Module):
    """A convolution over three words with sum and max pooling, as packages/summary/src/extractive/vectors/phrase-network.ts computes it."""

    def __init__(self) -> None:
        super().__init__()
        self.projection = nn.Linear(EMBEDDING, DIMENSIONS, bias=False)
        nn.init.normal_(self.projection.weight, std=0.05)
        self.phrases = nn.Linear(DIMENSIONS, 3 * FILTERS)
        self.direct = nn.Linear(2 * FILTERS, TARGETS)
        self.hidden = nn.Linear(2 * FILTERS, HIDDEN)
        self.output = nn.Linear(HIDDEN, TARGETS)

    def forward(self, embeddings: torch.Tensor, places: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
        """Logits [sentences, TARGETS] of the embeddings of distinct words, the places in them of the words of all sentences, with
        `len(embeddings)` before and after each sentence, and the number of words of each."""
        vectors = functional.dropout(self.projection(embeddings), DROPOUT, self.training)
        before, middle, after = functional.linear(vectors, self.phrases.weight).split(FILTERS, dim=1)
        middle, none = middle + self.phrases.bias[:FILTERS], torch.zeros(1, FILTERS)
        filters = functional.embedding(places[1:-1], torch.cat([middle, none]))
        filters = filters + functional.embedding(places[:-2], torch.cat([before, none]))
        filters = functional.relu(filters + functional.embedding(places[2:], torch.cat([after, none])))
        filters = filters.index_select(0, torch.nonzero(places[1:-1] != len(embeddings))[:, 0])
        sums = torch.segment_reduce(filters, "sum", lengths=sizes) / sizes[:, None].clamp(min=1).sqrt()
        pooled = torch.cat([sums, torch.segment_reduce(filters, "max", lengths=sizes, initial=0)], 1)
        pooled = functional.dropout(pooled, DROPOUT, self.training)
        return self.direct(pooled) + self.output(functional.relu(self.hidden(pooled)))



class Sentences:
    """The words of all sentences, and the embeddings of all words."""

    def __init__(self, data: SentenceData) -> None:
        embeddings = read_embeddings(EMBEDDINGS)
        embeddings /= np.linalg.norm(embeddings, axis=1, keepdims=True) + 1e-9
        means = [embeddings[subwords].mean(axis=0) if subwords else np.zeros(EMBEDDING, "f4") for subwords in data.subwords]
        self.embeddings = torch.from_numpy(SCALE * np.array(means, "f4"))
        self.sizes = np.array([min(len(words), WORDS_MAX) for words in data.words])
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)])
        self.words = np.concatenate([words[:WORDS_MAX] for words in data.words])
        self.places = np.zeros(len(means), "i8")

    def batch(self, numbers: np.ndarray) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The arguments of the network for some sentences."""
        sizes = self.sizes[numbers]
        firsts = np.cumsum(sizes) - sizes
        words = self.words[np.arange(sizes.sum()) + np.repeat(self.starts[numbers] - firsts, sizes)]
        distinct = np.unique(words)
        self.places[distinct] = np.arange(len(distinct))
        places = np.full(len(words) + len(numbers) + 1, len(distinct))
        places[np.arange(len(words)) + np.repeat(np.arange(len(numbers)), sizes) + 1] = self.places[words]
        return self.embeddings[torch.from_numpy(distinct)], torch.from_numpy(places), torch.from_numpy(sizes)


def train_network(sentences: Sentences, targets: np.ndarray, weights: np.ndarray, numbers: np.ndarray, epochs: int) -> PhraseNetwork:
    """@param targets probabilities [all sentences, TARGETS]"""
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    network = PhraseNetwork()
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-3)
    step, steps, start = 0, epochs * (len(numbers) // BATCH + 1), time.monotonic()
    for epoch in range(epochs):
        network.train()
        shuffled = random.permutation(numbers)
        for batch in (shuffled[at : at + BATCH] for at in range(0, len(shuffled), BATCH)):
            logits = network(*sentences.batch(batch))
            losses = functional.binary_cross_entropy_with_logits(logits, torch.from_numpy(targets[batch]), reduction="none")
            loss = (losses * torch.from_numpy(weights[batch])[:, None]).mean()
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, (step + 1) / (WARM_UP * steps)) * max(0.02, 1 - step / steps)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
        print(f"epoch {epoch}: loss {loss.item():.4f}, {time.monotonic() - start:.0f} s", flush=True)
    return network.eval()


@torch.no_grad()
def estimate(network: PhraseNetwork, sentences: Sentences, numbers: np.ndarray) -> np.ndarray:
    return np.concatenate([network(*sentences.batch(numbers[at : at + BATCH])).numpy() for at in range(0, len(numbers), BATCH)])


def export(network: PhraseNetwork, file: Path) -> None:
    weights = {name: value.detach().numpy() for name, value in network.state_dict().items()}
    data = {
        "embeddings": hashlib.sha256(EMBEDDINGS.read_bytes()).hexdigest(),
        "filters": FILTERS,
        "projection": encode(SCALE * weights["projection.weight"].T),
        "phrases": encode(weights["phrases.weight"]),
        "bias": encode(weights["phrases.bias"][:FILTERS]),
    }
    for name in ("direct", "hidden", "output"):
        data |= {name: encode(weights[f"{name}.weight"]), f"{name}Bias": encode(weights[f"{name}.bias"])}
    file.write_text(json.dumps(data) + "\n")


def learn(arguments: argparse.Namespace, out: Path) -> None:
    data = read_sentences(arguments.work)
    targets = 1 / (1 + np.exp(-np.load(arguments.work / "logits.npy").astype("f4")))
    marked = len(data.labels)
    targets[:marked] = (1 - MARK_SHARE) * targets[:marked] + MARK_SHARE * data.labels
    weights = np.ones(len(targets), "f4")
    weights[:marked] = MARKED_WEIGHT
    sizes = np.diff(data.starts[: len(data.tuned) + 1])
    texts = np.full(len(targets), -1)
    texts[:marked] = np.repeat(np.arange(len(sizes)), sizes)
    tuned = np.zeros(len(targets), bool)
    tuned[:marked] = np.repeat(data.tuned, sizes)
    usable = ~(tuned & arguments.without_tuned)
    sentences = Sentences(data)
    for fold in (None, *range(FOLDS)):
        seen = np.flatnonzero(usable & ((texts < 0) | (fold is None) | (texts % FOLDS != fold)))
        network = train_network(sentences, targets, weights, seen, arguments.epochs)
        export(network, out if fold is None else arguments.work / f"phrases-{fold}.json")
        unseen = tuned & arguments.without_tuned if fold is None else (texts >= 0) & (texts % FOLDS == fold)
        unseen = np.flatnonzero(unseen)
        for name, target in (("facts", 0), ("subjects", TARGETS - 1)) if len(unseen) else ():
            quality = rank_quality(estimate(network, sentences, unseen)[:, target], data.labels[unseen, target])
            print(f"{name}: average precision on marked sentences that it has not seen {quality:.3f}", flush=True)
    print(f"{int(usable.sum())} sentences, {len(sentences.embeddings)} words; {out.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="the folder of teach_facts.py; receives the networks of the folds")
    parser.add_argument("--out", type=Path, default=OUTPUT)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--without-tuned", action="store_true", help="learn from fact-texts only, to choose settings")
    parser.add_argument("--smoke", action="store_true", help="one epoch, written to a temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if arguments.smoke:
            arguments.epochs, arguments.out = 1, Path(temporary) / OUTPUT.name
        learn(arguments, arguments.out)


if __name__ == "__main__":
    main()
