"""Conversion between logical and visual order of a line with right-to-left script.

The recognizer is trained on visual order: the characters from left to right as they are seen. `to_visual` is the Unicode
Bidirectional Algorithm (UAX #9, revision 50) for one line without explicit formatting characters, applied to columns (a base
character with its marks) instead of code points, so that marks stay behind their base. `to_logical` is its inverse for the
engine. Logical orders with the same appearance exist ("12 iPhone" and "iPhone 12" in a Hebrew line); the inverse returns the one
in which a run of left-to-right words and numbers reads from left to right.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

MIRRORED = dict(zip("()[]{}<>«»‹›≤≥", ")(][}{><»«›‹≥≤", strict=True))
BRACKETS = {"(": ")", "[": "]", "{": "}"}
STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}


def bidi_class(column: str) -> str:
    """Returns the bidirectional class of a column's base character."""
    value = unicodedata.bidirectional(column[0])
    return value if value in ("L", "R", "AL", "EN", "AN", "ES", "ET", "CS", "WS") else "ON"


def is_right_to_left(columns: Sequence[str]) -> bool:
    """Returns the direction of a line: that of the majority of its letters, of the first letter in a tie."""
    strong = [kind in ("R", "AL") for kind in map(bidi_class, columns) if kind in ("L", "R", "AL")]
    return sum(strong) > len(strong) / 2 or (sum(strong) == len(strong) / 2 and bool(strong) and strong[0])


def _resolve_weak(kinds: list[str], start: str) -> None:
    """Rules W2 to W7, in place."""
    strong = start
    for index, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[index] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for index in range(1, len(kinds) - 1):
        before, after = kinds[index - 1], kinds[index + 1]
        if before == after and (before == "EN" and kinds[index] in ("ES", "CS") or before == "AN" and kinds[index] == "CS"):
            kinds[index] = before
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        previous = ""
        for index in order:
            if kinds[index] == "ET" and previous == "EN":
                kinds[index] = "EN"
            previous = kinds[index]
    strong = start
    for index, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[index] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[index] = "L"


def _resolve_brackets(columns: Sequence[str], kinds: list[str], embedding: str) -> None:
    """Rule N0, in place."""
    pairs, stack = [], []
    for index, column in enumerate(columns):
        if kinds[index] not in ("ON", "WS"):
            continue
        if column in BRACKETS:
            stack.append((BRACKETS[column], index))
        elif column in BRACKETS.values():
            matches = [depth for depth, (closing, _) in enumerate(stack) if closing == column]
            if matches:
                pairs.append((stack[matches[-1]][1], index))
                del stack[matches[-1] :]
    for opening, closing in sorted(pairs):
        inside = {STRONG[kind] for kind in kinds[opening + 1 : closing] if kind in STRONG}
        if embedding in inside:
            chosen = embedding
        elif inside:
            before = next((STRONG[kind] for kind in reversed(kinds[:opening]) if kind in STRONG), embedding)
            chosen = before if before in inside else embedding
        else:
            continue
        kinds[opening] = kinds[closing] = chosen


def _levels(columns: Sequence[str], right_to_left: bool) -> list[int]:
    embedding = "R" if right_to_left else "L"
    kinds = [bidi_class(column) for column in columns]
    _resolve_weak(kinds, embedding)
    _resolve_brackets(columns, kinds, embedding)
    index = 0
    while index < len(kinds):
        if kinds[index] not in ("ON", "WS"):
            index += 1
            continue
        end = index
        while end < len(kinds) and kinds[end] in ("ON", "WS"):
            end += 1
        before = STRONG[kinds[index - 1]] if index else embedding
        after = STRONG[kinds[end]] if end < len(kinds) else embedding
        kinds[index:end] = [before if before == after else embedding] * (end - index)
        index = end
    odd = {"R": 1, "L": 2, "EN": 2, "AN": 2}
    even = {"L": 0, "R": 1, "EN": 2, "AN": 2}
    levels = [(odd if right_to_left else even)[kind] for kind in kinds]
    for position in range(len(columns) - 1, -1, -1):
        if columns[position] != " ":
            break
        levels[position] = 1 if right_to_left else 0
    return levels


def to_visual(columns: Sequence[str], right_to_left: bool) -> list[str]:
    """Returns the columns of a logical line from left to right as they are displayed."""
    levels = _levels(columns, right_to_left)
    shown = [MIRRORED.get(column, column) if level % 2 else column for column, level in zip(columns, levels, strict=True)]
    for level in (2, 1):
        start = 0
        while start < len(shown):
            end = start
            while end < len(shown) and levels[end] >= level:
                end += 1
            shown[start:end] = shown[start:end][::-1]
            levels[start:end] = levels[start:end][::-1]
            start = max(end, start + 1)
    return shown


def _runs(visual: Sequence[str], right_to_left: bool) -> list[tuple[int, int]]:
    """Finds the maximal left-to-right runs of a displayed line as (start, end): words with their numbers, and numbers."""
    kinds = [bidi_class(column) for column in visual]
    solid = ["L" if kind == "L" else "N" if kind in ("EN", "AN") else "R" if kind in ("R", "AL") else "" for kind in kinds]
    for index, kind in enumerate(kinds):
        inner = 0 < index < len(kinds) - 1 and kinds[index - 1] == kinds[index + 1]
        if inner and (kinds[index - 1] == "EN" and kind in ("ES", "CS") or kinds[index - 1] == "AN" and kind == "CS"):
            solid[index] = "N"
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        previous = ""
        for index in order:
            if kinds[index] == "ET" and previous == "EN" and _keeps_sign(kinds, index, right_to_left):
                solid[index], kinds[index] = "N", "EN"
            previous = kinds[index]
    runs = []
    start = 0
    while start < len(solid):
        if solid[start] not in ("L", "N"):
            start += 1
            continue
        end = start
        while end < len(solid) and solid[end] in ("L", "N"):
            end += 1
        reach = end
        while reach < len(solid) and solid[reach] != "R":
            reach += 1
            if reach < len(solid) and solid[reach] in ("L", "N") and "L" in solid[start : reach + 1]:
                while reach < len(solid) and solid[reach] in ("L", "N"):
                    reach += 1
                end = reach
        while end < len(solid) and visual[end] in BRACKETS.values() and _is_open(visual[start:end], visual[end]):
            end += 1
        runs.append((start, end))
        start = end
    return runs


def _keeps_sign(kinds: Sequence[str], index: int, right_to_left: bool) -> bool:
    """A percent or currency sign belongs to its number unless Arabic letters precede them (rules W2 and W5)."""
    later = kinds[index + 1 :] if right_to_left else kinds[:index][::-1]
    return next((kind for kind in later if kind in ("L", "R", "AL")), "") != "AL"


def _is_open(columns: Sequence[str], closing: str) -> bool:
    opening = next(key for key, value in BRACKETS.items() if value == closing)
    return columns.count(opening) > columns.count(closing)


def to_logical(visual: Sequence[str], right_to_left: bool) -> list[str]:
    """Returns the logical order of the columns of a displayed line; `to_visual` of it is the displayed line again."""
    if not right_to_left:
        return _reverse_right_to_left_runs(visual)
    logical: list[str] = []
    position = len(visual)
    for start, end in reversed(_runs(visual, right_to_left)):
        logical.extend(MIRRORED.get(column, column) for column in reversed(visual[end:position]))
        logical.extend(visual[start:end])
        position = start
    logical.extend(MIRRORED.get(column, column) for column in reversed(visual[:position]))
    return logical


def _reverse_right_to_left_runs(visual: Sequence[str]) -> list[str]:
    logical = list(visual)
    start = 0
    while start < len(logical):
        if bidi_class(visual[start]) not in ("R", "AL"):
            start += 1
            continue
        end = last = start
        while end < len(visual) and bidi_class(visual[end]) != "L":
            end += 1
            if bidi_class(visual[end - 1]) in ("R", "AL"):
                last = end
        logical[start:last] = to_logical(visual[start:last], True)
        start = last
    return logical
