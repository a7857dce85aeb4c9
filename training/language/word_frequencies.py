"""Draws words of running text from the frequency lists of wordfreq (data: CC BY-SA 4.0, code: Apache-2.0)."""

import random
import re

import wordfreq

# Lists that join several languages, or scripts of one language, do not help.
SKIPPED = {"sh", "ja", "ko", "zh", "ta", "te", "el"}
WORDS_PER_LANGUAGE = 60_000
LIST_LENGTH = 40_000
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def draw_words():
    """Yields each language with words, each as often as in running text."""
    for language in sorted(set(wordfreq.available_languages("best")) - SKIPPED):
        frequencies = {
            word: wordfreq.word_frequency(word, language)
            for word in wordfreq.top_n_list(language, LIST_LENGTH)
            if WORD.fullmatch(word)
        }
        source = random.Random(language)
        yield language, source.choices(list(frequencies), list(frequencies.values()), k=WORDS_PER_LANGUAGE)
