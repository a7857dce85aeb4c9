"""Learns the language model from the samples that `write-samples.ts` wrote.

    python training/language/train.py SAMPLES OUTPUT [--dimension 64] [--epochs 4]

The model is a linear classifier with a low rank, as fastText (Joulin et al., 2017): each feature's bucket has a vector, the
vector of a text is the mean of its features' vectors times the square root of a count that grows with the text, and each
language has a weight vector and a bias in each script. Languages of other scripts are no candidates.
"""

import argparse
import json
import math
import pathlib

import numpy as np
import torch

# Sums of independent features grow with their number; those of real texts depend on each other and grow more slowly.
SCALE_POWER = 0.5
COUNT_MAX = 400
# Vectors are stored in 4 bits.
LEVEL_MAX = 7
CLIP_DEVIATIONS = 4


class LanguageModel(torch.nn.Module):
    def __init__(self, buckets: int, dimension: int, outputs: int):
        super().__init__()
        self.vectors = torch.nn.EmbeddingBag(buckets, dimension, mode="mean")
        torch.nn.init.normal_(self.vectors.weight, std=0.02)
        self.output = torch.nn.Linear(dimension, outputs)
        torch.nn.init.normal_(self.output.weight, std=0.3)

    def forward(self, features, offsets, counts):
        means = self.vectors(features, offsets)
        scale = counts.clamp(max=COUNT_MAX).float().pow(SCALE_POWER).unsqueeze(1)
        return self.output(means * scale)


def read_samples(folder: pathlib.Path):
    features = np.fromfile(folder / "features.bin", dtype=np.uint32).astype(np.int32)
    offsets = np.fromfile(folder / "offsets.bin", dtype=np.uint32).astype(np.int64)
    labels = np.fromfile(folder / "labels.bin", dtype=np.uint8)
    scripts = np.fromfile(folder / "scripts.bin", dtype=np.uint8)
    return features, offsets, labels, scripts


def output_classes(names: dict):
    """One output for each language in each script with several languages, and one for `und`."""
    classes = []
    for index, (_, priors) in enumerate(names["scripts"].items()):
        if len(priors) < 2:
            continue
        for language in [*priors, "und"]:
            classes.append((index, names["labels"].index(language)))
    return classes


def batches(count: int, size: int, generator):
    order = torch.randperm(count, generator=generator).numpy()
    for start in range(0, count, size):
        yield np.sort(order[start : start + size])


def gather(features, offsets, rows):
    lengths = offsets[rows + 1] - offsets[rows]
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    index = np.repeat(offsets[rows] - starts, lengths) + np.arange(lengths.sum())
    return torch.from_numpy(features[index]), torch.from_numpy(starts.astype(np.int32)), torch.from_numpy(lengths)


def train(folder, dimension, epochs, rate, batch):
    names = json.loads((folder / "samples.json").read_text())
    features, offsets, labels, scripts = read_samples(folder)
    classes = output_classes(names)
    lookup = {pair: index for index, pair in enumerate(classes)}
    targets = torch.tensor([lookup[int(s), int(l)] for s, l in zip(scripts, labels)])
    class_scripts = torch.tensor([script for script, _ in classes])
    script_ids = torch.from_numpy(scripts.astype(np.int64))
    torch.manual_seed(1)
    generator = torch.Generator().manual_seed(1)
    model = LanguageModel(names["bucketCount"], dimension, len(classes))
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    steps = epochs * math.ceil(len(labels) / batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.05)
    for epoch in range(epochs):
        total = hits = seen = 0
        for rows in batches(len(labels), batch, generator):
            bag, starts, lengths = gather(features, offsets, rows)
            logits = model(bag, starts, lengths)
            allowed = class_scripts.unsqueeze(0) == script_ids[rows].unsqueeze(1)
            logits = logits.masked_fill(~allowed, -1e4)
            loss = torch.nn.functional.cross_entropy(logits, targets[rows])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item() * len(rows)
            hits += (logits.argmax(1) == targets[rows]).sum().item()
            seen += len(rows)
        print(f"epoch {epoch + 1}: loss {total / seen:.4f}, accuracy {hits / seen:.4f}", flush=True)
    return model, names, classes


def export(model, names, classes, output: pathlib.Path):
    """Writes the header next to the model: little-endian weights and biases (f32), and vectors (two i4 in a byte)."""
    vectors = model.vectors.weight.detach()
    # A scale for each dimension, which moves into the weights. Few values are larger than four standard deviations.
    scales = (vectors.std(dim=0) * CLIP_DEVIATIONS).clamp(min=1e-6) / LEVEL_MAX
    levels = (vectors / scales).round().clamp(-LEVEL_MAX, LEVEL_MAX).to(torch.int8).numpy().view(np.uint8) & 15
    packed = levels[:, 0::2] | (levels[:, 1::2] << 4)
    weights = model.output.weight.detach() * scales
    header = {
        "bucketCount": vectors.shape[0],
        "dimension": vectors.shape[1],
        "scalePower": SCALE_POWER,
        "countMax": COUNT_MAX,
        "classes": {
            script: [names["labels"][label] for index, label in classes if index == position]
            for position, script in enumerate(names["scripts"])
            if any(index == position for index, _ in classes)
        },
    }
    with output.open("wb") as file:
        file.write(weights.numpy().astype("<f4").tobytes())
        file.write(model.output.bias.detach().numpy().astype("<f4").tobytes())
        file.write(packed.tobytes())
    output.with_suffix(".data.json").write_text(json.dumps(header, indent=2) + "\n")
    print(f"wrote {output}: {output.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--dimension", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--batch", type=int, default=2048)
    options = parser.parse_args()
    model, names, classes = train(options.samples, options.dimension, options.epochs, options.rate, options.batch)
    export(model, names, classes, options.output)


if __name__ == "__main__":
    main()
