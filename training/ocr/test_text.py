"""Tests of labels: columns, normalization, visual and logical order, encoding, synthetic content."""

from __future__ import annotations

import random
import unittest

from alphabet import Alphabet, normalize, split_columns
from bidi import is_right_to_left, to_logical, to_visual
from corpus import SCRIPTS
from metrics import collapse, edit_distance, error_rate
from synthetic import synthetic_line

ALPHABET = Alphabet.read()
WORDS = {
    "hangul": "한국어", "arabic": "كتاب", "devanagari": "हिन्दी", "thai": "น้ำ", "cyrillic": "Слово",
    "hebrew": "שלום", "greek": "λόγος", "latin": "Größe",
}  # fmt: skip


def display(text: str) -> str:
    columns = split_columns(text)
    return "".join(to_visual(columns, is_right_to_left(columns)))


def recover(visual: str) -> str:
    columns = split_columns(visual)
    return "".join(to_logical(columns, is_right_to_left(columns)))


class ColumnsTest(unittest.TestCase):
    def test_marks_stay_with_their_base(self) -> None:
        self.assertEqual(split_columns("ที่นี่"), ["ที่", "นี่"])
        self.assertEqual(split_columns("हिन्दी"), ["हि", "न्", "द", "ी"])

    def test_normalize_removes_points_tatweel_and_invisible_characters(self) -> None:
        self.assertEqual(normalize("שָׁלוֹם  עולם"), "שלום עולם")
        self.assertEqual(normalize("كـتاب\u200f"), "كتاب")
        self.assertEqual(normalize("ﻻ"), "لا")

    def test_normalize_keeps_the_non_joiner_between_arabic_letters_only(self) -> None:
        self.assertEqual(normalize("می\u200cشود"), "می\u200cشود")
        self.assertEqual(normalize("a\u200cb"), "ab")


class DirectionTest(unittest.TestCase):
    def test_numbers_and_latin_words_keep_their_order_in_a_right_to_left_line(self) -> None:
        self.assertEqual(display("שלום 123"), "123 םולש")
        self.assertEqual(display("דגם iPhone 12 חדש"), "שדח iPhone 12 םגד")
        self.assertEqual(display("(שלום)"), "(םולש)")

    def test_marks_follow_their_letter_in_visual_order(self) -> None:
        self.assertEqual(display("شكرًا"), "ارًكش")

    def test_display_order_is_invertible(self) -> None:
        for text in (
            "שלום 12.50 ₪", "מחיר: 1,234.56", "דגם iPhone 12 חדש", "הוא אמר (כן) וגם foo (bar) כאן", "العدد 25% من", "السعر ١٢٫٥٠ ريال",
            "price שלום עולם now", "abc def", "كتاب 5 - 7", "می\u200cشود 2024/05/01",
        ):  # fmt: skip
            self.assertEqual(recover(display(text)), text)


class AlphabetTest(unittest.TestCase):
    def test_decoding_concatenates_the_classes_of_every_script(self) -> None:
        for word in WORDS.values():
            labels = ALPHABET.encode(word)
            self.assertIsNotNone(labels)
            self.assertEqual(ALPHABET.decode(labels), display(word))

    def test_frequent_columns_are_one_class(self) -> None:
        self.assertEqual(len(ALPHABET.encode("น้ำ")), 2)
        self.assertEqual(len(ALPHABET.encode("कि")), 1)

    def test_rare_columns_fall_back_to_single_marks(self) -> None:
        labels = ALPHABET.encode("ฮิ๊")
        self.assertIsNotNone(labels)
        self.assertEqual(ALPHABET.decode(labels), "ฮิ๊")

    def test_characters_without_a_class_are_rejected(self) -> None:
        self.assertIsNone(ALPHABET.encode("漢字"))

    def test_class_strings_are_distinct_and_blank_is_first(self) -> None:
        self.assertEqual(ALPHABET.classes[0], "")
        self.assertEqual(len(set(ALPHABET.classes)), ALPHABET.count)

    def test_synthetic_lines_of_every_script_can_be_encoded(self) -> None:
        rng = random.Random(1)
        for script in SCRIPTS:
            encoded = [ALPHABET.encode(normalize(synthetic_line(lambda word=WORDS[script]: word, script, rng))) for _ in range(200)]
            self.assertEqual(encoded.count(None), 0, script)


class MetricsTest(unittest.TestCase):
    def test_collapse_removes_repetitions_and_blanks(self) -> None:
        import numpy as np

        self.assertEqual(collapse(np.array([0, 3, 3, 0, 3, 5, 0])), [3, 3, 5])

    def test_error_rate_counts_edits_per_reference_character(self) -> None:
        self.assertEqual(edit_distance("kitten", "sitting"), 3)
        self.assertEqual(error_rate([("abcd", "abed"), ("ab", "ab")]), 1 / 6)


if __name__ == "__main__":
    unittest.main()
