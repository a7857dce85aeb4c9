"""Ranks sentences with sumy: TextRank, LexRank and latent semantic analysis (LSA).

    python eval/summary/systems/sumy_peers.py < TEXTS > SCORES

Reads lines {"id", "language", "sentences"} and prints {"id", "textrank", "lexrank", "lsa"} for each, in any order, with
one score per sentence. The last line is {"versions"}. Sentences come from the caller, so nothing of NLTK has to be
downloaded; stop words and stemmers are those that sumy and NLTK bundle, for the languages that they know.
"""

import importlib.metadata
import json
import multiprocessing
import re
import sys
import warnings

from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.nlp.stemmers import Stemmer, null_stemmer
from sumy.summarizers.lex_rank import LexRankSummarizer
from sumy.summarizers.lsa import LsaSummarizer
from sumy.summarizers.text_rank import TextRankSummarizer
from sumy.utils import get_stop_words

LANGUAGES = {"en": "english", "de": "german", "es": "spanish", "fr": "french", "it": "italian", "pt": "portuguese"}
WORD = re.compile(r"[^\W_]+")


class WordTokenizer:
    """Runs of letters and digits, as ROUGE counts them."""

    def to_words(self, text):
        return WORD.findall(text)


def capture_scores(summarizer_class):
    """Returns a subclass that returns the score of each sentence instead of the best sentences."""

    class Scorer(summarizer_class):
        @staticmethod
        def _get_best_sentences(sentences, count, rating, *args, **kwargs):
            score = rating.__getitem__ if isinstance(rating, dict) else rating
            return [float(score(sentence)) for sentence in sentences]

    return Scorer


SYSTEMS = {
    "textrank": capture_scores(TextRankSummarizer),
    "lexrank": capture_scores(LexRankSummarizer),
    "lsa": capture_scores(LsaSummarizer),
}


def rank(line):
    text = json.loads(line)
    language = LANGUAGES.get(text["language"].split("-")[0])
    tokenizer = WordTokenizer()
    sentences = [Sentence(sentence, tokenizer) for sentence in text["sentences"]]
    result = {"id": text["id"]}
    warnings.simplefilter("ignore")
    for name, system in SYSTEMS.items():
        summarizer = system(Stemmer(language) if language else null_stemmer)
        if language:
            summarizer.stop_words = get_stop_words(language)
        scores = summarizer(ObjectDocumentModel([Paragraph(sentences)]), len(sentences))
        result[name] = list(scores) or [0.0] * len(sentences)
    return json.dumps(result)


def main():
    lines = [line for line in sys.stdin if line.strip()]
    with multiprocessing.Pool() as pool:
        for result in pool.imap_unordered(rank, lines):
            print(result, flush=True)
    versions = {name: importlib.metadata.version(name) for name in ("sumy", "nltk", "numpy")}
    print(json.dumps({"versions": versions}))


if __name__ == "__main__":
    main()
