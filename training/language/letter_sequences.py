"""Draws letter sequences, parts of words, from the counts of n-grams that lingua ships (Apache-2.0)."""

import json
import pathlib
import random
import zipfile

import brotli

NAMES = ("unigrams", "bigrams", "trigrams", "quadrigrams", "fivegrams")
# Languages that have a script for themselves need none.
OWN_SCRIPT = {"zh", "ja", "ko", "th", "el", "he", "hy", "ka", "gu", "pa", "ta", "te"}
# Sequences of three, four and five letters; those of five are continued.
COUNTS = {3: 6000, 4: 8000, 5: 36000}


def draw_sequences(wheel: pathlib.Path):
    """Yields each language with the sequences drawn for it."""
    archive = zipfile.ZipFile(wheel)
    folders = {file.split("/")[2] for file in archive.namelist() if "language-models/" in file and file.count("/") == 3}
    for language in sorted(folders - OWN_SCRIPT):
        models = [_read_model(archive, language, name) for name in NAMES]
        yield language, _draw(models, random.Random(language))


def _read_model(archive: zipfile.ZipFile, language: str, name: str) -> dict[str, float]:
    """Reads the probability of the last letter of each n-gram, given the others."""
    data = archive.read(f"lingua/language-models/{language}/{name}.json.br")
    model = {}
    for fraction, ngrams in json.loads(brotli.decompress(data))["ngrams"].items():
        numerator, denominator = fraction.split("/")
        for ngram in ngrams.split(" "):
            model[ngram] = int(numerator) / int(denominator)
    return model


def _draw(models: list[dict[str, float]], source: random.Random) -> list[str]:
    joint = [models[0]]
    for model in models[1:]:
        joint.append({ngram: share * joint[-1].get(ngram[:-1], 0) for ngram, share in model.items()})
    following: dict[str, tuple[list[str], list[float]]] = {}
    for ngram, share in models[4].items():
        letters, shares = following.setdefault(ngram[:4], ([], []))
        letters.append(ngram[4])
        shares.append(share)
    drawn = []
    for length, count in COUNTS.items():
        ngrams = list(joint[length - 1])
        for sequence in source.choices(ngrams, [joint[length - 1][ngram] for ngram in ngrams], k=count):
            target = source.randint(5, 10) if length == 5 else length
            while len(sequence) < target and sequence[-4:] in following:
                sequence += source.choices(*following[sequence[-4:]])[0]
            drawn.append(sequence)
    source.shuffle(drawn)
    return drawn
