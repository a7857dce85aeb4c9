"""Labels English texts with the polarity of which the shipped model is sure, so that a run that starts from it keeps what it knows.

English reviews without a stated license are not trained on any more, and the other sets hardly have sentences of reviews in English;
without these labels, praise and blame in English drift toward neutral and mixed within a few hundred steps. The texts are those of
EWT, which contains reviews, and EmoBank.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import corpora
import evaluate
import numpy as np
import torch
from augment import join_tokens
from ner_datasets import NER_DATASETS
from sentiment_datasets import read_affect
from starting_weights import build_model
from tokenizer import UnigramTokenizer

SURE_MIN = 0.85
WORDS_MIN = 4
LENGTH_MAX = 300
# Polarity class of each of the shipped model's five classes.
LABELS = ("very negative", "negative of five", "neutral", "positive of five", "very positive")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="folder with vocabulary.bin and embeddings.bin")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    rows = corpora.read_ner_file(arguments.data, "ewt.train", NER_DATASETS[0])
    texts = [join_tokens(list(row.tokens), list(row.labels), natural=True).text for row in rows if len(row.tokens) >= WORDS_MIN]
    texts += [row.text for row in read_affect(arguments.data, "emobank.train")[::2]]
    texts = sorted({text for text in texts if len(text) <= LENGTH_MAX})
    encoder = build_model(arguments.model, 1).eval()
    tokenizer = UnigramTokenizer(arguments.model / "vocabulary.bin")
    logits = evaluate.predict_sentiment(encoder, [corpora.SentimentExample(text) for text in texts], tokenizer)[0][:, :5]
    powers = np.exp(logits - logits.max(1, keepdims=True))
    five = powers / powers.sum(1, keepdims=True)
    kept = 0
    part = arguments.out.with_suffix(".part")
    with gzip.open(part, "wt", encoding="utf-8") as out:
        for text, one in zip(texts, five, strict=True):
            if max(one[:2].sum(), one[3:].sum()) >= SURE_MIN:
                print(json.dumps({"text": text, "label": LABELS[int(one.argmax())]}, ensure_ascii=False), file=out)
                kept += 1
    part.replace(arguments.out)
    print(f"kept {kept} of {len(texts)} English texts", flush=True)


if __name__ == "__main__":
    main()
