"""Tests of texts and labels, which need NumPy only: `python -m unittest discover -s training/encoder -p test_text.py`."""

from __future__ import annotations

import random
import unittest

import augment
from vocabulary import is_kept_character


class TextTest(unittest.TestCase):
    def test_spans_slice_to_their_tokens(self) -> None:
        tokens = ["He", "said", ":", '"', "Paris", "'s", "fine", '"', ",", "U.S.", "too", "."]
        labels = ["O"] * 4 + ["B-LOCATION"] + ["O"] * 4 + ["B-LOCATION", "O", "O"]
        joined = augment.join_tokens(tokens, labels, natural=True)
        self.assertEqual(joined.text, 'He said: "Paris\'s fine", U.S. too.')
        self.assertEqual([joined.text[a:b] for a, b, _ in joined.spans], ["Paris", "U.S."])

    def test_substituted_mentions_keep_tokens_and_labels_aligned(self) -> None:
        tokens, labels = ["Ada", "Lovelace", "wrote"], ["B-PERSON", "I-PERSON", "O"]
        for seed in range(20):
            got, tags = augment.substitute_mentions(tokens, labels, {"PERSON": [("Bo",)]}, random.Random(seed))
            self.assertEqual(len(got), len(tags))
            self.assertEqual(tags[0], "B-PERSON")

    def test_keeps_the_scripts_of_the_vocabulary(self) -> None:
        self.assertTrue(all(is_kept_character(one) for one in "aéßłЖяΩعदि9€…😀漢々あ한กิאｱ９"))
        self.assertFalse(any(is_kept_character(one) for one in "কதაአ"))


if __name__ == "__main__":
    unittest.main()
