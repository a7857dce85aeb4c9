"""What training must hold: `python -m unittest discover training/brain` (no data set and no weights needed)."""

from __future__ import annotations

import math
import random
import unittest

import numpy as np
import torch

import augment
import evaluate
import losses
import sets
from batches import begins_word, group_by_tokens
from vocabulary import keeps_character


class Losses(unittest.TestCase):
    def test_an_unmarked_type_is_open_where_nothing_is_marked(self) -> None:
        owner = sets.NameSet("x", (), "en", frozenset(("PERSON",)))
        rows = losses.allowed_rows(owner)
        nothing = rows[losses.NOTHING]
        self.assertEqual(float(nothing[losses.NOTHING]), 0.0)
        self.assertEqual(float(nothing[losses.TAG_ID["B-PERSON"]]), -math.inf)
        self.assertAlmostEqual(float(nothing[losses.TAG_ID["B-EVENT"]]), math.log(losses.UNMARKED_WEIGHT), places=5)

    def test_a_marked_tag_is_the_only_one_allowed(self) -> None:
        rows = losses.allowed_rows(sets.NAME_SETS[0])
        person = losses.TAG_ID["B-PERSON"]
        self.assertEqual([at for at in range(len(sets.TAGS)) if rows[person, at] > -math.inf], [person])

    def test_two_classes_allow_both_strengths(self) -> None:
        logits = torch.tensor([[2.0, 1.0, 0.0, 0.0, 0.0]])
        loss = losses.polarity_loss(logits, torch.tensor([sets.POLARITY["negative"]], dtype=torch.float32))
        both = torch.softmax(logits, -1)[0, :2].sum()
        self.assertAlmostEqual(float(loss), -math.log(float(both)), places=5)


class Text(unittest.TestCase):
    def test_spans_slice_to_their_tokens(self) -> None:
        tokens = ["He", "said", ":", '"', "Paris", "'s", "fine", '"', ",", "U.S.", "too", "."]
        labels = ["O"] * 4 + ["B-LOCATION"] + ["O"] * 4 + ["B-LOCATION", "O", "O"]
        joined = augment.join_tokens(tokens, labels, natural=True)
        self.assertEqual(joined.text, 'He said: "Paris\'s fine", U.S. too.')
        self.assertEqual([joined.text[a:b] for a, b, _ in joined.spans], ["Paris", "U.S."])

    def test_swapping_keeps_labels_in_step(self) -> None:
        tokens, labels = ["Ada", "Lovelace", "wrote"], ["B-PERSON", "I-PERSON", "O"]
        for seed in range(20):
            got, tags = augment.swap_names(tokens, labels, {"PERSON": [("Bo",)]}, random.Random(seed))
            self.assertEqual(len(got), len(tags))
            self.assertEqual(tags[0], "B-PERSON")

    def test_words_begin_where_letters_do(self) -> None:
        text = "U.S.-based"
        self.assertEqual([at for at in range(len(text)) if begins_word(text, at, at + 1)], [0, 1, 2, 3, 4, 5])

    def test_groups_stay_under_the_limit(self) -> None:
        items = [type("Item", (), {"ids": [0] * length})() for length in range(1, 60)]
        groups = group_by_tokens(items, 128, random.Random(1))
        self.assertEqual(sum(len(group) for group in groups), 59)
        self.assertTrue(all(len(group) * max(len(one.ids) for one in group) <= 128 for group in groups))

    def test_scripts(self) -> None:
        self.assertTrue(all(keeps_character(one) for one in "aéßłЖяΩعदि9€…😀"))
        self.assertFalse(any(keeps_character(one) for one in "漢あ한กא"))


class Decoding(unittest.TestCase):
    def test_inside_never_follows_nothing(self) -> None:
        scores = np.log(np.full((3, len(sets.TAGS)), 1e-3))
        scores[0, 0] = 0
        scores[1, sets.TAGS.index("I-PERSON")] = 0
        scores[2, 0] = 0
        tags = [sets.TAGS[at] for at in evaluate.best_tags(scores)]
        for before, tag in zip(["O", *tags], tags, strict=False):
            if tag[0] == "I":
                self.assertEqual(before[2:], tag[2:])


if __name__ == "__main__":
    unittest.main()
