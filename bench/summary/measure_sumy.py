"""Measures the CPU time of sumy's TextRank and LexRank.

    python bench/summary/measure_sumy.py < TEXTS

Reads lines {"language", "sentences"} and prints the milliseconds of all texts: {"textrank", "lexrank", "version"}.
Sentences are split by the caller, so only ranking is measured.
"""

import importlib.metadata
import json
import re
import sys
import time

from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.lex_rank import LexRankSummarizer
from sumy.summarizers.text_rank import TextRankSummarizer

WORD = re.compile(r"[^\W_]+")


class WordTokenizer:
    def to_words(self, text):
        return WORD.findall(text)


def measure(summarizer_class, texts):
    summarizer = summarizer_class()
    start = time.process_time()
    for text in texts:
        sentences = [Sentence(sentence, WordTokenizer()) for sentence in text["sentences"]]
        summarizer(ObjectDocumentModel([Paragraph(sentences)]), 5)
    return 1000 * (time.process_time() - start)


def main():
    texts = [json.loads(line) for line in sys.stdin if line.strip()]
    measure(TextRankSummarizer, texts[:2])
    result = {
        "textrank": measure(TextRankSummarizer, texts),
        "lexrank": measure(LexRankSummarizer, texts),
        "version": importlib.metadata.version("sumy"),
    }
    print(json.dumps(result))


main()
