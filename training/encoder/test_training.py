"""Unit tests of the training code: `python -m unittest discover training/encoder` (needs neither data nor weights)."""

from __future__ import annotations

import math
import random
import unittest

import corpora
import evaluate
import losses
import numpy as np
import torch
from batches import group_by_tokens, is_word_start


class LossesTest(unittest.TestCase):
    def test_types_without_annotations_are_allowed_outside_spans(self) -> None:
        owner = corpora.NerDataset("x", (), "en", frozenset(("PERSON",)))
        rows = losses.allowed_tag_log_weights(owner)
        nothing = rows[losses.OUTSIDE]
        self.assertEqual(float(nothing[losses.OUTSIDE]), 0.0)
        self.assertEqual(float(nothing[losses.TAG_ID["B-PERSON"]]), -math.inf)
        self.assertAlmostEqual(float(nothing[losses.TAG_ID["B-EVENT"]]), math.log(losses.UNANNOTATED_WEIGHT), places=5)

    def test_an_annotated_tag_allows_no_other(self) -> None:
        rows = losses.allowed_tag_log_weights(corpora.NER_DATASETS[0])
        person = losses.TAG_ID["B-PERSON"]
        self.assertEqual([at for at in range(len(corpora.TAGS)) if rows[person, at] > -math.inf], [person])

    def test_a_coarse_polarity_allows_both_finer_classes(self) -> None:
        logits = torch.tensor([[2.0, 1.0, 0.0, 0.0, 0.0]])
        loss = losses.polarity_loss(logits, torch.tensor([corpora.POLARITY["negative"]], dtype=torch.float32))
        both = torch.softmax(logits, -1)[0, :2].sum()
        self.assertAlmostEqual(float(loss), -math.log(float(both)), places=5)


class BatchesTest(unittest.TestCase):
    def test_words_start_at_letters_and_punctuation(self) -> None:
        text = "U.S.-based"
        self.assertEqual([at for at in range(len(text)) if is_word_start(text, at, at + 1)], [0, 1, 2, 3, 4, 5])

    def test_groups_stay_below_the_token_limit(self) -> None:
        items = [type("Item", (), {"ids": [0] * length})() for length in range(1, 60)]
        groups = group_by_tokens(items, 128, random.Random(1))
        self.assertEqual(sum(len(group) for group in groups), 59)
        self.assertTrue(all(len(group) * max(len(one.ids) for one in group) <= 128 for group in groups))


class DecodingTest(unittest.TestCase):
    def test_an_inside_tag_never_follows_an_outside_tag(self) -> None:
        scores = np.log(np.full((3, len(corpora.TAGS)), 1e-3))
        scores[0, 0] = 0
        scores[1, corpora.TAGS.index("I-PERSON")] = 0
        scores[2, 0] = 0
        tags = [corpora.TAGS[at] for at in evaluate.viterbi_decode(scores)]
        for before, tag in zip(["O", *tags], tags, strict=False):
            if tag[0] == "I":
                self.assertEqual(before[2:], tag[2:])


if __name__ == "__main__":
    unittest.main()
