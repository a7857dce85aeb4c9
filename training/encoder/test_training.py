"""Unit tests of the training code: `python -m unittest discover training/encoder` (needs neither data nor weights)."""

from __future__ import annotations

import math
import random
import unittest

import augment
import calibrate
import corpora
import evaluate
import losses
import numpy as np
import torch
from batches import encode_ner, group_by_tokens, sample_indices
from language_groups import group_of
from ner_datasets import NER_DATASETS
from own_emotions import read_own_emotions
from own_names import own_name_datasets, parse_marked, read_own_names
from own_texts import HELD_OUT, NEUTRAL_KINDS, POLAR_KINDS, TRAINING, OwnTexts, held_out_examples, read_language_texts
from words import is_word_start


class OwnEmotionsTest(unittest.TestCase):
    def test_reads_every_emotion_and_leaves_related_ones_open(self) -> None:
        training, held = (read_own_emotions(half) for half in (TRAINING, HELD_OUT))
        self.assertFalse({one.text for one in training} & {one.text for one in held})
        for language in {one.language for one in training}:
            found = {one.emotions[0] for one in training if one.language == language}
            self.assertEqual(found, set(corpora.EMOTIONS) - {"neutral"}, language)
        anger = next(one for one in training if one.emotions == ("anger",))
        self.assertIn("joy", anger.annotated)
        self.assertIn("anger", anger.annotated)
        self.assertNotIn("annoyance", anger.annotated)


class OwnNamesTest(unittest.TestCase):
    def test_parses_marks_with_exact_spacing(self) -> None:
        owner = corpora.NerDataset("x", (), "ko", frozenset(corpora.ENTITY_TYPES))
        parsed = parse_marked("[Ada Lovelace|PERSON], «[서울|LOCATION]에서» [L'Équipe|ORGANIZATION]'s!", owner)
        text = augment.join_tokens(list(parsed.tokens), list(parsed.labels), natural=False)
        self.assertEqual(text.text, "Ada Lovelace, «서울에서» L'Équipe's!")
        named = [(text.text[start:end], kind) for start, end, kind in text.spans]
        self.assertEqual(named, [("Ada Lovelace", "PERSON"), ("서울", "LOCATION"), ("L'Équipe", "ORGANIZATION")])

    def test_reads_all_files_and_keeps_halves_apart(self) -> None:
        for owner in own_name_datasets():
            halves = [{one.tokens for one in read_own_names(owner, half)} for half in (TRAINING, HELD_OUT)]
            self.assertGreater(min(map(len, halves)), 50)
            self.assertFalse(halves[0] & halves[1], owner.name)

    def test_rejects_an_unknown_type(self) -> None:
        owner = corpora.NerDataset("x", (), "en", frozenset())
        with self.assertRaises(ValueError):
            parse_marked("[Ada|NAME]", owner)


class LossesTest(unittest.TestCase):
    def test_types_without_annotations_are_allowed_outside_spans(self) -> None:
        owner = corpora.NerDataset("x", (), "en", frozenset(("PERSON",)))
        rows = losses.allowed_tag_log_weights(owner)
        nothing = rows[losses.OUTSIDE]
        self.assertEqual(float(nothing[losses.OUTSIDE]), 0.0)
        self.assertEqual(float(nothing[losses.TAG_ID["B-PERSON"]]), -math.inf)
        self.assertAlmostEqual(float(nothing[losses.TAG_ID["B-EVENT"]]), math.log(losses.UNANNOTATED_WEIGHT), places=5)

    def test_an_annotated_tag_allows_no_other(self) -> None:
        rows = losses.allowed_tag_log_weights(NER_DATASETS[0])
        person = losses.TAG_ID["B-PERSON"]
        self.assertEqual([at for at in range(len(corpora.TAGS)) if rows[person, at] > -math.inf], [person])

    def test_a_coarse_polarity_allows_both_finer_classes(self) -> None:
        logits = torch.tensor([[2.0, 1.0, 0.0, 0.0, 0.0, 0.0]])
        allowed = torch.tensor([corpora.POLARITY["negative"]], dtype=torch.float32)
        loss = losses.polarity_loss(logits, allowed, torch.ones_like(allowed))
        both = torch.softmax(logits, -1)[0, :2].sum()
        self.assertAlmostEqual(float(loss), -math.log(float(both)), places=5)


    def test_a_set_of_two_classes_leaves_a_neutral_text_almost_alone(self) -> None:
        logits = torch.tensor([[0.0, 0.0, 9.0, 0.0, 0.0, 0.0]])
        allowed, two = (torch.tensor([one], dtype=torch.float32) for one in (corpora.POLARITY["positive"], (1, 1, 0, 1, 1, 0)))
        self.assertAlmostEqual(float(losses.polarity_loss(logits, allowed, two)), math.log(2), places=4)
        self.assertGreater(float(losses.polarity_loss(logits, allowed, torch.ones_like(two))), 5)

    def test_emotions_that_a_set_does_not_annotate_cost_nothing(self) -> None:
        logits, targets = torch.full((1, 28), 3.0), torch.zeros(1, 28)
        annotated = torch.zeros(1, 28)
        self.assertEqual(float(losses.emotions_loss(logits, targets, annotated)), 0.0)
        annotated[0, 4] = 1
        self.assertAlmostEqual(float(losses.emotions_loss(logits, targets, annotated)), math.log1p(math.exp(3)), places=4)

    def test_a_location_may_be_a_facility_where_those_are_not_distinguished(self) -> None:
        owner = corpora.NerDataset("x", (), "en", frozenset(("PERSON", "ORGANIZATION", "LOCATION")))
        row = losses.allowed_tag_log_weights(owner)[losses.TAG_ID["B-LOCATION"]]
        self.assertGreater(float(row[losses.TAG_ID["B-FACILITY"]]), -math.inf)
        self.assertEqual(float(row[losses.TAG_ID["B-ORGANIZATION"]]), -math.inf)


class BatchesTest(unittest.TestCase):
    def test_words_start_at_letters_and_punctuation(self) -> None:
        text = "U.S.-based"
        self.assertEqual([at for at in range(len(text)) if is_word_start(text, at, at + 1)], [0, 1, 2, 3, 4, 5])

    def test_every_subword_may_start_a_name_where_words_are_not_spaced(self) -> None:
        text = "\u5728\u5317\u4eac"
        self.assertEqual([at for at in range(3) if is_word_start(text, at, at + 1)], [0, 1, 2])
        # A Thai vowel sign continues its letter, and a Korean particle does not continue the name.
        self.assertFalse(is_word_start("\u0e01\u0e34", 1, 2))
        self.assertTrue(is_word_start("\uacbd\ucc30\uc740", 2, 3))
        self.assertFalse(is_word_start("\u0645\u0635\u0631", 1, 2))

    def test_a_subword_across_the_end_of_a_name_belongs_to_the_larger_part(self) -> None:
        text = "\u5728\u5317\u4eac\u7684\u4eba"
        encoded = type("Encoded", (), {"ids": [7, 8], "starts": [0, 3], "ends": [3, 5]})()
        tokenizer = type("Tokenizer", (), {"encode": lambda self, _: encoded})()
        labels = encode_ner(augment.LabeledText(text, ((1, 3, "LOCATION"),)), 0, tokenizer).labels
        self.assertEqual(labels, [-1, losses.TAG_ID["B-LOCATION"], losses.OUTSIDE, -1])

    def test_chunks_cover_each_set_once_per_pass_in_proportion_to_its_weight(self) -> None:
        found = [one for chunk in range(10) for one in sample_indices([40, 10], [1.0, 2.0], 8, chunk, 3)]
        self.assertEqual(found, [one for chunk in range(10) for one in sample_indices([40, 10], [1.0, 2.0], 8, chunk, 3)])
        first = [row for number, row in found if number == 0]
        self.assertEqual(len(set(first[:40])), len(first[:40]))
        self.assertAlmostEqual(len(first) / len(found), 0.5, delta=0.05)

    def test_groups_stay_below_the_token_limit(self) -> None:
        items = [type("Item", (), {"ids": [0] * length})() for length in range(1, 60)]
        groups = group_by_tokens(items, 128, random.Random(1))
        self.assertEqual(sum(len(group) for group in groups), 59)
        self.assertTrue(all(len(group) * max(len(one.ids) for one in group) <= 128 for group in groups))


class OwnTextsTest(unittest.TestCase):
    def test_each_language_has_sentences_of_each_kind_in_both_halves(self) -> None:
        halves = [read_language_texts(half) for half in (TRAINING, HELD_OUT)]
        self.assertGreaterEqual(len(halves[0]), 19)
        for trained, held in zip(*halves, strict=True):
            for kind in (*NEUTRAL_KINDS, *POLAR_KINDS):
                self.assertGreaterEqual(len(trained.kinds[kind]), 2, (trained.language, kind))
                self.assertGreaterEqual(len(held.kinds[kind]), 2, (held.language, kind))
                self.assertFalse(set(trained.kinds[kind]) & set(held.kinds[kind]), (held.language, kind))

    def test_held_out_texts_are_made_of_held_out_sentences(self) -> None:
        texts = {one.text for one in held_out_examples(10)}
        trained = [one for language in read_language_texts(TRAINING) for kind in ("headlines", "requests") for one in language.kinds[kind] if "{" not in one]
        self.assertFalse(texts & set(trained))
        self.assertTrue(all("{" not in one and "~" not in one for one in texts))

    def test_two_clauses_of_opposite_sign_are_mixed_and_of_one_sign_are_not(self) -> None:
        own, rng = OwnTexts(read_language_texts(TRAINING)), random.Random(4)
        for texts in own.languages:
            self.assertEqual(own.compose_kind(texts, "mixed", rng).polarity, corpora.POLARITY["mixed"])
            self.assertIn(own.compose_kind(texts, "same", rng).polarity, (corpora.POLARITY["positive"], corpora.POLARITY["negative"]))


class LanguageGroupsTest(unittest.TestCase):
    def test_a_text_belongs_to_the_group_of_its_language_or_script(self) -> None:
        self.assertEqual(group_of("Fine.", "en"), "english")
        self.assertEqual(group_of("Gut.", "de"), "latin")
        self.assertEqual(group_of("\u0445\u043e\u0440\u043e\u0448\u043e, ok", None), "cyrillic-greek")
        self.assertEqual(group_of("\u3068\u3066\u3082\u826f\u3044", "ja"), "cjk")
        self.assertEqual(group_of("Bagus.", "id"), "malay")
        self.assertEqual(group_of("12 :)", None), "latin")


class CalibrationTest(unittest.TestCase):
    def test_biases_follow_the_quality_of_each_class_not_its_share(self) -> None:
        generator = np.random.default_rng(1)
        # Many neutral texts, and negative ones whose logits are a little too low.
        gold = np.array([1] * 400 + [0] * 40 + [2] * 60)
        logits = generator.normal(0, 0.3, (500, 6)).astype(np.float32) - np.array([3, 0, 0, 0, 3, 3], np.float32)
        logits[np.arange(500), np.array([1, 2, 3])[gold]] += 1.0
        logits[:, 1] -= 1.2
        _, bias = calibrate.fit_polarity({"set": logits}, {"set": gold})
        self.assertGreaterEqual(bias[1], 0.6)
        self.assertLessEqual(abs(bias[3]), 0.4)

    def test_a_set_without_neutral_texts_does_not_punish_neutral_logits(self) -> None:
        probabilities = np.array([[0.3, 0.6, 0.1, 0.0], [0.1, 0.6, 0.3, 0.0]])
        self.assertEqual(calibrate.polarity_quality("polar", probabilities, np.array([0, 2])), 1.0)


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
