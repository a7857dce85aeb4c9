"""Reads own sentences that express one of the 27 emotions of GoEmotions: `emotion-texts/<language>.data.json`.

Public sets label hardly more than six emotions outside English and Korean. A sentence has one main emotion; related ones may come with it,
so that they are not annotated. The odd half of each list is never trained on.
"""

from __future__ import annotations

import json
from pathlib import Path

from corpora import EMOTIONS, SentimentExample

EMOTION_TEXTS = Path(__file__).parent / "emotion-texts"
WEIGHT = 4.0
# Emotions that often come together: one of a group does not show that the others are missing.
RELATED = (
    frozenset(("anger", "annoyance", "disapproval", "disappointment")),
    frozenset(("anger", "disgust", "disapproval")),
    frozenset(("sadness", "grief", "disappointment", "remorse")),
    frozenset(("fear", "nervousness")),
    frozenset(("embarrassment", "nervousness", "remorse")),
    frozenset(("surprise", "confusion", "realization")),
    frozenset(("confusion", "curiosity")),
    frozenset(("joy", "excitement", "amusement", "relief", "pride", "love", "optimism")),
    frozenset(("joy", "gratitude", "admiration", "approval", "love")),
    frozenset(("caring", "love", "sadness")),
    frozenset(("desire", "optimism", "excitement")),
)


def read_own_emotions(half: int, folder: Path = EMOTION_TEXTS) -> list[SentimentExample]:
    """Every other sentence of each emotion and language, from `half` (0 or 1) on. Raises ValueError for an unknown emotion."""
    examples = []
    for path in sorted(folder.glob("*.data.json")):
        language = path.name.split(".")[0]
        for emotion, sentences in json.loads(path.read_text(encoding="utf-8")).items():
            if emotion not in EMOTIONS:
                raise ValueError(f"{emotion} is no emotion: {path.name}")
            related = frozenset().union(*(group for group in RELATED if emotion in group)) - {emotion}
            annotated = frozenset(EMOTIONS) - related
            examples += [
                SentimentExample(text, emotions=(emotion,), annotated=annotated, source="own emotion", language=language)
                for text in sentences[half::2]
            ]
    return examples
