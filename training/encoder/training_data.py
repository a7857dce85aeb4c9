"""All training data in memory, and the chunks of a run that are made from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import batches
import corpora
from augment import join_tokens
from ner_datasets import NER_DATASETS
from own_texts import TRAINING, OwnTexts, read_language_texts
from sentiment_datasets import read_sentiment_datasets
from tokenizer import UnigramTokenizer

class TrainingData:
    """Reads the sets that are asked for; a chunk depends on the seed and its number only."""

    def __init__(self, folder: Path, tokenizer: UnigramTokenizer, seed: int, sentiment: bool = True, weights: dict[str, float] | None = None) -> None:
        patterns = corpora.read_lexicon_patterns()
        weights = weights or {}
        owners = [replace(one, weight=weights.get(one.name, one.weight)) for one in NER_DATASETS]
        self.tokenizer = tokenizer
        self.seed = seed
        read = [corpora.read_ner_dataset(folder, owner, patterns)[0] for owner in owners]
        self.ner = [examples for examples in read if examples]
        self.pools = batches.mention_pools([one for examples in self.ner for one in examples])
        if sentiment:
            self.sentiment = [(examples, weight) for examples, weight in read_sentiment_datasets(folder) if examples]
            self.own = OwnTexts(read_language_texts(TRAINING))
            for examples in self.ner:
                texts = [join_tokens(list(one.tokens), list(one.labels), natural=True).text for one in examples]
                self.own.add_facts(examples, dict(enumerate(texts)))
            for examples, _ in self.sentiment:
                self.own.add_opinions(examples)

    def ner_chunk(self, chunk: int) -> list[batches.EncodedNerExample]:
        return batches.ner_chunk(self.ner, self.pools, self.tokenizer, self.seed, chunk)

    def sentiment_chunk(self, chunk: int) -> list[batches.EncodedSentimentExample]:
        return batches.sentiment_chunk(self.sentiment, self.own, self.tokenizer, self.seed, chunk)
