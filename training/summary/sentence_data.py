"""The sentences that facts are learned from, as written by dump-sentences.ts."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from learn_projection import ROOT

# Kinds of marks, grouped as `phraseKinds` of phrase-network.ts; the last group is the sentences that name the subject.
KINDS = [
    {"decision", "outcome", "obligation", "rule", "request", "warning", "result", "amount", "date"},
    {"decision", "outcome"},
    {"obligation", "rule", "request", "warning"},
    {"result"},
    {"amount", "date"},
]
TARGETS = len(KINDS) + 1


@dataclass(frozen=True)
class SentenceData:
    """Texts in order, the marked ones first; a sentence has a number over all texts."""

    texts: list[list[str]]
    # Numbers of the words of each sentence, and the subwords of each word.
    words: list[np.ndarray]
    subwords: list[list[int]]
    # [marked sentences, TARGETS]
    labels: np.ndarray
    # For each marked text, whether settings are chosen by it.
    tuned: np.ndarray

    @property
    def starts(self) -> np.ndarray:
        """The first sentence of each text, and the number of all sentences."""
        return np.concatenate([[0], np.cumsum([len(text) for text in self.texts])])


def label(kinds: list[str], names_subject: bool) -> list[float]:
    return [float(bool(set(kinds) & group)) for group in KINDS] + [float(names_subject)]


def read_sentences(work: Path) -> SentenceData:
    texts, words, labels, tuned = [], [], [], []
    with (work / "sentences.jsonl").open() as lines:
        for line in lines:
            text = json.loads(line)
            texts.append(text["sentences"])
            words += [np.array(sentence, "i4") for sentence in text["words"]]
            if text["set"] == "marked":
                tuned.append(text["tuned"])
                labels += [label(*marks) for marks in zip(text["kinds"], text["subjects"], strict=True)]
    subwords = json.loads((work / "words.json").read_text())
    return SentenceData(texts, words, subwords, np.array(labels, "f4"), np.array(tuned))


def dump_sentences(work: Path, data: Path, pages: Path, step: int = 1) -> None:
    script = str(ROOT / "training/summary/dump-sentences.ts")
    command = ["node", "--conditions=source", script, str(work), str(data), str(pages), str(step)]
    subprocess.run(command, cwd=ROOT, check=True)


def rank_quality(scores: np.ndarray, labels: np.ndarray) -> float:
    """Average precision."""
    ordered = labels[np.argsort(-scores)]
    return float((ordered * np.cumsum(ordered) / np.arange(1, len(ordered) + 1)).sum() / max(1, ordered.sum()))
