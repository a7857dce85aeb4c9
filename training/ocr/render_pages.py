"""Renders pages with known line boxes, to calibrate and compare detectors."""

from __future__ import annotations

import random

import cv2
import degrade
import numpy as np
from corpus import Corpus
from fonts import FontLibrary, load_font
from PIL import Image, ImageDraw

Box = tuple[int, int, int, int]


def render_page(corpus: Corpus, fonts: FontLibrary, rng: random.Random, low_contrast: bool, size: tuple[int, int] = (736, 960)) -> tuple[np.ndarray, list[Box]]:
    """Returns a gray page as float32 of shape (height, width) and the boxes of its lines (left, top, right, bottom)."""
    width, height = size
    canvas = Image.new("L", size)
    draw = ImageDraw.Draw(canvas)
    boxes: list[Box] = []
    y = rng.randint(10, 50)
    columns = rng.choice((1, 1, 2, 3))
    while y < height - 40:
        points = round(rng.choice((11, 13, 14, 16, 18, 22, 30)) * rng.uniform(0.9, 1.1))
        pitch = round(points * rng.uniform(1.25, 1.8))
        for column in range(columns):
            script = rng.choice(("latin", "latin", "latin", "greek", "hangul", "cyrillic"))
            text = corpus.line(script, rng)
            face = fonts.draw(script, text, rng)
            if face is None:
                continue
            x = round(20 + column * (width - 40) / columns)
            font = load_font(face.path, face.index, points)
            box = draw.textbbox((x, y), text, font)
            if box[2] > x + (width - 40) / columns - 12 or box[3] > height or box[2] - box[0] < 8:
                continue
            draw.text((x, y), text, 255, font)
            boxes.append(tuple(round(value) for value in box))
        y += pitch + (rng.randint(10, 40) if rng.random() < 0.15 else 0)
    background = rng.uniform(120, 240)
    ink = background - rng.uniform(18, 40) if low_contrast else rng.uniform(0, 90)
    image = background + (ink - background) * np.asarray(canvas, np.float32) / 255
    generator = np.random.default_rng(rng.randrange(2**63))
    if rng.random() < 0.5:
        image = degrade.paper(image, 16, rng, generator)
    if rng.random() < 0.3:
        image = degrade.illumination(image, rng)
    if rng.random() < 0.5:
        image = image + generator.standard_normal(image.shape).astype(np.float32) * rng.uniform(1, 4 if low_contrast else 8)
    if rng.random() < 0.4:
        image = degrade.compress(image, rng.randint(30, 90))
    return np.clip(image, 0, 255).astype(np.float32), boxes


def normalize_page(image: np.ndarray) -> np.ndarray:
    """Returns the detector's input of shape (1, 3, height, width): -1..1, sides cut to multiples of 32."""
    height, width = (side // 32 * 32 for side in image.shape)
    return np.repeat(image[None, None, :height, :width] / 127.5 - 1, 3, 1).astype(np.float32)


def find_boxes(probability: np.ndarray, threshold: float = 0.3, ratio: float = 1.5) -> list[Box]:
    """Returns boxes of the connected regions above the threshold, expanded by area × ratio / perimeter (Liao et al. 2020)."""
    count, _, stats, _ = cv2.connectedComponentsWithStats((probability > threshold).astype(np.uint8))
    boxes = []
    for left, top, width, height, area in stats[1:count]:
        if min(width, height) < 3 or area < 12:
            continue
        margin = round(width * height * ratio / (2 * (width + height)))
        boxes.append((left - margin, top - margin, left + width + margin, top + height + margin))
    return boxes


def box_score(expected: list[Box], found: list[Box]) -> float:
    """Returns the F1 score of boxes; a pair matches at an intersection over union of at least 0.5."""
    if not expected or not found:
        return float(not expected and not found)
    a, b = np.array(expected, np.float32)[:, None], np.array(found, np.float32)[None]
    overlap = np.clip(np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2]), 0, None).prod(-1)
    union = (a[..., 2:] - a[..., :2]).prod(-1) + (b[..., 2:] - b[..., :2]).prod(-1) - overlap
    matches = overlap / union >= 0.5
    return 2 * min(matches.any(1).sum(), matches.any(0).sum()) / (len(expected) + len(found))
