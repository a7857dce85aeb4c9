"""All training data in memory, and the chunks of a run that are made from it."""

from __future__ import annotations

from pathlib import Path

import batches
import corpora
from augment import join_tokens
from ner_datasets import OWN_DATASETS, PUBLIC_DATASETS
from own_emotions import WEIGHT as OWN_EMOTIONS_WEIGHT
from own_emotions import read_own_emotions
from own_names import read_own_names
from own_texts import TRAINING, OwnTexts, read_language_texts
from sentiment_datasets import read_sentiment_datasets, read_sure_english
from tokenizer import UnigramTokenizer
# A file in the model folder, written by `label_english.py`.
SURE_ENGLISH = "english-polarity.jsonl.gz"
SURE_ENGLISH_WEIGHT = 3.5


class TrainingData:
    """Reads the sets that are asked for; a chunk depends on the seed and its number only."""

    def __init__(self, folder: Path, tokenizer: UnigramTokenizer, seed: int, sentiment: bool = True, english: Path | None = None) -> None:
        patterns = corpora.read_lexicon_patterns()
        self.tokenizer = tokenizer
        self.seed = seed
        read = [corpora.read_ner_dataset(folder, owner, patterns)[0] for owner in PUBLIC_DATASETS]
        read += [read_own_names(owner, TRAINING) for owner in OWN_DATASETS]
        self.ner = [examples for examples in read if examples]
        self.pools = batches.mention_pools([one for examples in self.ner for one in examples])
        if sentiment:
            datasets = read_sentiment_datasets(folder)
            if english is not None:
                datasets.append((read_sure_english(english), SURE_ENGLISH_WEIGHT))
            datasets.append((read_own_emotions(TRAINING), OWN_EMOTIONS_WEIGHT))
            self.sentiment = [(examples, weight) for examples, weight in datasets if examples]
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
