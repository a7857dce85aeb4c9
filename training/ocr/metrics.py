"""Character error rate and greedy CTC decoding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def edit_distance(reference: Sequence, hypothesis: Sequence) -> int:
    """Returns the Levenshtein distance of two sequences."""
    previous = list(range(len(hypothesis) + 1))
    for row, expected in enumerate(reference, 1):
        current = [row]
        for column, found in enumerate(hypothesis, 1):
            current.append(min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (expected != found)))
        previous = current
    return previous[-1]


def collapse(best: np.ndarray) -> list[int]:
    """Removes repetitions and blanks (class 0) from the best classes per step."""
    kept = best[np.append(True, best[1:] != best[:-1])]
    return [int(number) for number in kept if number]


def error_rate(pairs: Sequence[tuple[str, str]]) -> float:
    """Returns the edit distance of all (reference, hypothesis) pairs per reference character."""
    return sum(edit_distance(a, b) for a, b in pairs) / max(1, sum(len(a) for a, _ in pairs))
