"""Measures which score best separates lines whose script a recognizer knows from others, and how both recognizers read accents.

Lines are rendered with the fonts held out of training. Texts of scripts that no recognizer knows are words of random letters.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from alphabet import Alphabet, split_columns
from base_lines import GROUPS, BaseLineSource, to_input
from bidi import is_right_to_left, to_visual
from corpus import SCRIPTS, word_list
from draw_line import STEP_WIDTH, render
from export import open_session
from metrics import collapse, edit_distance
from unknown_scripts import UnknownScripts

UNKNOWN = ("georgian", "armenian", "tamil", "bengali", "amharic", "gujarati")
REACH = 3
RULES = ("confidence", "coverage", "confidence × coverage", "minimum × coverage")
ACCENTS = {
    "vi": "ạảãàáâậầấẩẫăắằặẳẵóòọõỏôộổỗồốơờớợởỡéèẻẹẽêếềệểễúùụủũưựữửừứíìịỉĩýỳỷỵỹđ", "ro": "ăâîșț", "tr": "çğıöşüİ", "is": "áéíóúýðþæö",
    "lv": "āčēģīķļņšūž", "lt": "ąčęėįšųūž", "cs": "áčďéěíňóřšťúůýž", "pl": "ąćęłńóśźż", "hu": "áéíóöőúüű", "cy": "âêîôûŵŷ", "mt": "ċġħż",
}  # fmt: skip
ACCENT_LETTERS = {"cy": "abcdefghilmnoprstuwyâêîôûŵŷ", "mt": "abċdefġghħijklmnopqrstuvwxżz"}


@dataclass
class Reading:
    """What a recognizer returns for a line."""

    text: str
    scores: dict[str, float]


def ink_steps(image: np.ndarray) -> np.ndarray:
    """Returns for every step of a gray line (48, width) whether it has ink: at least two columns that differ from the background."""
    gray = image.astype(np.float32)
    contrast = np.percentile(gray, 99) - np.percentile(gray, 1)
    different = np.abs(gray - np.median(gray)) > max(12.0, 0.35 * contrast)
    columns = different.sum(0) >= 2
    steps = image.shape[1] // STEP_WIDTH
    return columns[: steps * STEP_WIDTH].reshape(steps, STEP_WIDTH).sum(1) >= 2


def covered_steps(classes: np.ndarray) -> np.ndarray:
    """Returns for every step whether a character is at most REACH steps away."""
    emitted = np.flatnonzero(classes)
    if not len(emitted):
        return np.zeros(len(classes), bool)
    return np.abs(np.arange(len(classes))[:, None] - emitted[None]).min(1) <= REACH


def read_line(session: onnxruntime.InferenceSession, characters: list[str], image: np.ndarray) -> Reading:
    """Reads a line and computes the candidate scores."""
    classes, scores = (value[0] for value in session.run(["classes", "scores"], {"images": to_input(image)}))
    first = (classes != 0) & np.append(True, classes[1:] != classes[:-1])
    sure = scores[first]
    ink = ink_steps(image)
    coverage = float((covered_steps(classes[: len(ink)]) & ink).sum() / max(1, ink.sum()))
    confidence = float(sure.mean()) if len(sure) else 0.0
    lowest = float(np.sort(sure)[: max(1, len(sure) // 5)].mean()) if len(sure) else 0.0
    values = (confidence, coverage, confidence * coverage, lowest * coverage)
    return Reading("".join(characters[number] for number in collapse(classes)), dict(zip(RULES, values, strict=True)))


def area_under_curve(known: list[float], unknown: list[float]) -> float:
    """Returns the probability that a known line scores higher than an unknown one; ties count half."""
    a, b = np.array(known)[:, None], np.array(unknown)[None]
    return float(((a > b) + 0.5 * (a == b)).mean())


def visual(text: str) -> str:
    columns = split_columns(text)
    return "".join(to_visual(columns, is_right_to_left(columns)))


class Comparison:
    """Both shipped recognizers on lines of all groups."""

    def __init__(self, models: Path, data: Path, fonts: Path, count: int) -> None:
        self.sessions = {name: open_session(models / f"{name}.onnx") for name in ("recognition", "recognition-scripts")}
        self.characters = {name: json.loads((models / f"{name}.characters.json").read_text()) for name in self.sessions}
        self.source = BaseLineSource(data, fonts, True)
        self.unknown = UnknownScripts(fonts, list(UNKNOWN))
        self.count = count

    def read(self, image: np.ndarray) -> dict[str, Reading]:
        return {name: read_line(session, self.characters[name], image) for name, session in self.sessions.items()}

    def lines(self, rng: random.Random) -> dict[str, list[tuple[str, dict[str, Reading]]]]:
        """Returns (expected text in visual order, readings) of every group."""
        found: dict[str, list[tuple[str, dict[str, Reading]]]] = defaultdict(list)
        for group in dict.fromkeys([*GROUPS, *SCRIPTS, *UNKNOWN]):
            for _ in range(self.count):
                if group in UNKNOWN:
                    image, text = self.unknown.draw(group, rng)
                else:
                    line = self.source.draw(group, rng)
                    image, text = line.image, visual(line.text)
                found[group].append((text, self.read(image)))
        return found

    def accents(self, rng: random.Random) -> dict[str, dict[str, object]]:
        """Returns per language the share of accented letters that each recognizer misses, and its most frequent confusions."""
        result: dict[str, dict[str, object]] = {}
        for language, letters in ACCENTS.items():
            words = [word for word in word_list(language)[0] if set(word) & set(letters)]
            if language in ACCENT_LETTERS:
                words = ["".join(rng.choice(ACCENT_LETTERS[language]) for _ in range(rng.randint(3, 8))) for _ in range(400)]
            missed: dict[str, Counter[str]] = {name: Counter() for name in self.sessions}
            total = 0
            for _ in range(self.count):
                text = " ".join(rng.choice(words) for _ in range(rng.randint(1, 4)))
                text = text.upper() if rng.random() < 0.2 and language != "tr" else text
                face = self.source.fonts.draw("latin", text, rng)
                image = face and render(text, face.path, face.index, "latin", rng)
                if image is None:
                    continue
                total += sum(char.lower() in letters for char in text)
                for name, reading in self.read(image).items():
                    missed[name].update(f"{a}→{b}" for a, b in substitutions(text, reading.text) if a.lower() in letters)
            result[language] = {
                name: {"missed": round(sum(found.values()) / max(1, total), 4), "confusions": [pair for pair, _ in found.most_common(8)]}
                for name, found in missed.items()
            }
        return result


def substitutions(expected: str, found: str) -> list[tuple[str, str]]:
    """Returns the differing pairs of an optimal alignment; a deleted character is paired with an empty string."""
    table = [list(range(len(found) + 1))]
    for row, char in enumerate(expected, 1):
        table.append([row])
        for column, other in enumerate(found, 1):
            table[row].append(min(table[row - 1][column] + 1, table[row][-1] + 1, table[row - 1][column - 1] + (char != other)))
    row, column, pairs = len(expected), len(found), []
    while row:
        if column and table[row][column] == table[row - 1][column - 1] + (expected[row - 1] != found[column - 1]):
            row, column = row - 1, column - 1
            if expected[row] != found[column]:
                pairs.append((expected[row], found[column]))
        elif table[row][column] == table[row - 1][column] + 1:
            row -= 1
            pairs.append((expected[row], ""))
        else:
            column -= 1
    return pairs


def summarize(lines: dict[str, list[tuple[str, dict[str, Reading]]]], rule: str = "confidence × coverage") -> dict[str, object]:
    """Returns the area under the curve per recognizer and rule, and the error rates of routing by the rule."""
    known = {"recognition": set(GROUPS), "recognition-scripts": set(SCRIPTS)}
    curves: dict[str, dict[str, float]] = {}
    for name, groups in known.items():
        curves[name] = {}
        for candidate in RULES:
            split: dict[bool, list[float]] = {True: [], False: []}
            for group, items in lines.items():
                split[group in groups].extend(readings[name].scores[candidate] for _, readings in items)
            curves[name][candidate] = round(area_under_curve(split[True], split[False]), 4)
    errors: dict[str, dict[str, float]] = {}
    for group, items in lines.items():
        if group in UNKNOWN:
            continue
        total = sum(len(text) for text, _ in items)
        distances = [{name: edit_distance(text, reading.text) for name, reading in readings.items()} for text, readings in items]
        higher = [max(readings, key=lambda name: readings[name].scores[rule]) for _, readings in items]
        errors[group] = {
            **{name: round(sum(row[name] for row in distances) / total, 4) for name in known},
            "higher score": round(sum(row[name] for row, name in zip(distances, higher, strict=True)) / total, 4),
            "oracle": round(sum(min(row.values()) for row in distances) / total, 4),
        }
    unknown = [max(reading.scores[rule] for reading in readings.values()) for group in UNKNOWN for _, readings in lines[group]]
    return {"areaUnderCurve": curves, "errorRates": errors, "unknownAboveHalf": round(float(np.mean(np.array(unknown) > 0.5)), 4)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    comparison = Comparison(arguments.models, arguments.data, arguments.fonts, arguments.count)
    result = {**summarize(comparison.lines(random.Random(8))), "accents": comparison.accents(random.Random(9))}
    arguments.out.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main()
