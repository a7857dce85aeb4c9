"""Builds the language model and the word list from collected texts.

    python training/language/build.py --data ../shared/data --corpus CORPUS --work WORK
    python training/language/build.py --data ../shared/data --work WORK --smoke

CORPUS is the folder that `collect_texts.py` writes. WORK receives the samples and, in a smoke run, a corpus of labeled
sentences and the model; otherwise the model replaces the one of `packages/text`.
"""

import argparse
import gzip
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
MODEL = ROOT / "packages/text/src/language/classifier/model"
SMOKE_SENTENCES = 20


def run(*command):
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True)


def write_smoke_corpus(sentences: pathlib.Path, folder: pathlib.Path):
    """A few sentences of each language, and names."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"und": ["names\tAda Lovelace", "names\tkebab-case", "names\tАда Лавлейс"]}
    for line in gzip.open(sentences, "rt"):
        row = json.loads(line)
        kept = texts.setdefault(row["lang"], [])
        if len(kept) < SMOKE_SENTENCES:
            kept.append(f"xed\t{row['text']}")
    for language, lines in texts.items():
        (folder / f"{language}.tsv").write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--smoke", action="store_true")
    options = parser.parse_args()
    sentences = options.data.resolve() / "language/sentences.dev.jsonl.gz"
    work = options.work.resolve()
    samples, model = work / "samples", MODEL
    corpus = options.corpus and options.corpus.resolve()
    if options.smoke:
        corpus, model = work / "corpus", work / "model"
        model.mkdir(parents=True, exist_ok=True)
        write_smoke_corpus(sentences, corpus)
    if corpus is None:
        parser.error("--corpus is required without --smoke")
    node = ("node", "--conditions=source")
    run(*node, "training/language/write-samples.ts", corpus, sentences, samples, *(["40"] if options.smoke else []))
    epochs = ["--epochs", "1"] if options.smoke else []
    run(sys.executable, "training/language/train.py", samples, model / "language-model.bin", *epochs)
    run(*node, "training/language/write-word-lists.ts", corpus, sentences, model / "word-list.bin")


if __name__ == "__main__":
    main()
