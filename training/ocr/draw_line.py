"""Draws one line of text as the detector would cut it out of a page, and degrades it."""

from __future__ import annotations

import random

import cv2
import degrade
import numpy as np
from alphabet import split_columns
from bidi import is_right_to_left, to_visual
from fonts import load_font
from PIL import Image, ImageDraw, ImageFont

HEIGHT = 48
STEP_WIDTH = 8
WIDTH_MAX = 960
JOINED = ("arabic", "devanagari", "thai")
CLEAN_SHARE = 0.3
HEBREW_POINTS = "ְֱֲֳִֵֶַָֹֻּ"


def _with_points(text: str, script: str, rng: random.Random) -> str:
    """Adds Hebrew points, which labels do not contain."""
    if script != "hebrew" or rng.random() > 0.06:
        return text
    return "".join(char + rng.choice(HEBREW_POINTS) if "א" <= char <= "ת" and rng.random() < 0.6 else char for char in text)


def _draw_mask(text: str, font: ImageFont.FreeTypeFont, script: str, size: int, rng: random.Random) -> tuple[np.ndarray, tuple[int, int, int, int]]:
    """Draws the line with parts of neighboring lines; returns the ink (0..1) and the box of the line (left, top, right, bottom)."""
    columns = split_columns(text)
    right_to_left = is_right_to_left(columns)
    direction = "rtl" if right_to_left else "ltr"
    stroke = 1 if size > 22 and rng.random() < 0.05 else 0
    spacing = rng.uniform(-0.03, 0.16) * size if script not in JOINED and rng.random() < 0.1 else 0.0
    left, top, right, bottom = font.getbbox(text, direction=direction, stroke_width=stroke)
    if spacing:
        right = left + round(sum(font.getlength(column) + spacing for column in columns)) + size
    pad = round(size * 0.9)
    width, height = right - left + 2 * pad, bottom - top + 2 * pad
    canvas = Image.new("L", (max(width, 8), max(height, 8)))
    draw = ImageDraw.Draw(canvas)
    x, y = pad - left, pad - top
    if spacing:
        position = float(x)
        for column in to_visual(columns, right_to_left):
            draw.text((position, y), column, 255, font, stroke_width=stroke)
            position += font.getlength(column) + spacing
    else:
        draw.text((x, y), text, 255, font, direction=direction, stroke_width=stroke)
    box = canvas.getbbox() or (pad, pad, width - pad, height - pad)
    ascent, descent = font.getmetrics()
    if rng.random() < 0.3:
        pitch = max((ascent + descent) * rng.uniform(0.95, 1.5), (box[3] - box[1]) * rng.uniform(1.04, 1.3))
        words = text.split(" ")
        other = " ".join(words[1:] + words[:1])[: len(text)]
        for offset in (-pitch, pitch):
            if rng.random() < 0.8:
                draw.text((x - rng.randrange(size), y + offset), other, 255, font, direction=direction, stroke_width=stroke)
    _draw_rules(draw, box, size, canvas.size, rng)
    return np.asarray(canvas, np.float32) / 255, box


def _draw_rules(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], size: int, extent: tuple[int, int], rng: random.Random) -> None:
    """Draws underlines, ruled lines and borders of table cells."""
    left, top, right, bottom = box
    thickness = max(1, round(size * rng.uniform(0.02, 0.07)))
    if rng.random() < 0.05:
        y = bottom + round(size * rng.uniform(-0.12, 0.1))
        draw.line((left, y, right, y), 255, thickness)
    if rng.random() < 0.07:
        y = bottom + round(size * rng.uniform(0.08, 0.4)) if rng.random() < 0.6 else top - round(size * rng.uniform(0.08, 0.4))
        if rng.random() < 0.3:
            for x in range(0, extent[0], max(3, thickness * 3)):
                draw.line((x, y, x + thickness, y), 255, thickness)
        else:
            draw.line((0, y, extent[0], y), 255, thickness)
    if rng.random() < 0.05:
        for x in (left - round(size * rng.uniform(0.15, 0.6)), right + round(size * rng.uniform(0.15, 0.6))):
            draw.line((x, 0, x, extent[1]), 255, thickness)


def _crop_box(box: tuple[int, int, int, int], size: int, font: ImageFont.FreeTypeFont, rng: random.Random) -> tuple[int, int, int, int]:
    """The box that a detector would return: the ink with a margin, rarely a little too tight."""
    left, top, right, bottom = box
    height = bottom - top
    if height < 0.75 * size:
        grow = rng.uniform(0, 0.5) * (size - height)
        share = rng.random()
        top, bottom = top - round(grow * share), bottom + round(grow * (1 - share))
        height = bottom - top
    tight = rng.random() < 0.06
    low, high = (-0.04, 0.02) if tight else (0.02, 0.26)
    base = rng.uniform(low, high)
    top -= round(height * max(low, base + rng.uniform(-0.06, 0.06)))
    bottom += round(height * max(low, base + rng.uniform(-0.06, 0.06)))
    left -= round(height * (rng.uniform(-0.03, 0.02) if tight else rng.uniform(0.02, 0.45)))
    right += round(height * (rng.uniform(-0.03, 0.02) if tight else rng.uniform(0.02, 0.45)))
    return left, top, right, bottom


def _grow(box: tuple[int, int, int, int], size: int, rng: random.Random) -> tuple[int, int, int, int]:
    """Adds the margin that a detector's box has around a tilted or bent line."""
    margin = round(size * rng.uniform(0.02, 0.1))
    return box[0], box[1] - margin, box[2], box[3] + margin


def _crop(image: np.ndarray, box: tuple[int, int, int, int]) -> np.ndarray:
    left, top, right, bottom = box
    height, width = image.shape
    sides = (max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width))
    if any(sides):
        image = cv2.copyMakeBorder(image, *sides, cv2.BORDER_REPLICATE)
    return image[top + sides[0] : bottom + sides[0], left + sides[2] : right + sides[2]]


def _shade(mask: np.ndarray, clean: bool, rng: random.Random) -> np.ndarray:
    """Turns ink into gray values: dark on light, light on dark, or of low contrast."""
    draw = rng.random()
    if clean:
        background, ink = rng.uniform(215, 255), rng.uniform(0, 80)
    elif draw < 0.25:
        background = rng.uniform(60, 240)
        ink = background - rng.uniform(22, 80)
    else:
        background, ink = rng.uniform(140, 255), rng.uniform(0, 100)
    if rng.random() < 0.13:
        background, ink = ink, background
    return background + (ink - background) * mask


def _degrade(mask: np.ndarray, size: float, rng: random.Random, generator: np.random.Generator) -> np.ndarray:
    if rng.random() < 0.14:
        mask = degrade.dot_matrix(mask, size, rng) if size > 26 and rng.random() < 0.2 else degrade.thermal_print(mask, size, rng, generator)
    image = _shade(mask, False, rng)
    if rng.random() < 0.08:
        ghost = cv2.GaussianBlur(mask[:, ::-1], (0, 0), max(0.5, size * 0.04))
        shift = round(size * rng.uniform(-0.5, 0.5))
        image = image - np.roll(ghost, (shift, shift), (0, 1)) * rng.uniform(8, 40)
    if rng.random() < 0.35:
        image = degrade.paper(image, size, rng, generator)
    if rng.random() < 0.3:
        image = degrade.illumination(image, rng)
    if rng.random() < 0.06:
        image = degrade.moire(image, size, rng)
    if rng.random() < 0.55:
        image = degrade.blur(image, size, rng)
    return image.astype(np.float32)


def _target_size(rng: random.Random) -> float:
    """Text size in pixels before the line is scaled to height 48: screenshots are small, scans are larger."""
    return rng.uniform(9.5, 17) if rng.random() < 0.3 else rng.uniform(16, 46)


def render(text: str, path: str, index: int, script: str, rng: random.Random) -> np.ndarray | None:
    """Returns a line as uint8 of shape (48, width), or None if nothing was drawn or it is too wide."""
    generator = np.random.default_rng(rng.randrange(2**63))
    clean = rng.random() < CLEAN_SHARE
    target = _target_size(rng)
    size = round(target) if rng.random() < 0.6 else rng.randint(34, 50)
    size = max(size, 9)
    font = load_font(path, index, size)
    mask, box = _draw_mask(_with_points(text, script, rng), font, script, size, rng)
    if not mask.any():
        return None
    if rng.random() < 0.05:
        shear = rng.uniform(-0.25, 0.1)
        matrix = np.float32([[1, shear, -shear * mask.shape[0] / 2], [0, 1, 0]])
        mask = cv2.warpAffine(mask, matrix, mask.shape[::-1])
    crop = _crop_box(box, size, font, rng)
    if not clean and rng.random() < 0.4:
        mask = degrade.warp(mask, size, rng)
        crop = _grow(crop, size, rng)
    image = _crop(_shade(mask, True, rng) if clean else _degrade(mask, size, rng, generator), crop)
    if min(image.shape) < 4:
        return None
    if size > target * 1.15:
        scale = target / size
        kind = cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_LINEAR
        image = cv2.resize(image, (max(4, round(image.shape[1] * scale)), max(6, round(image.shape[0] * scale))), interpolation=kind)
    if not clean:
        if rng.random() < 0.5:
            image = degrade.sensor_noise(image, rng, generator)
        if rng.random() < 0.1:
            image = degrade.sharpen(image, target, rng)
    if rng.random() < (0.15 if clean else 0.45):
        image = degrade.compress(image, rng.randint(30 if target < 16 else 15, 92))
    return _scale(np.clip(image, 0, 255).astype(np.uint8), rng)


def _scale(image: np.ndarray, rng: random.Random) -> np.ndarray | None:
    stretch = rng.uniform(0.85, 1.2) if rng.random() < 0.15 else 1.0
    width = max(STEP_WIDTH, round(image.shape[1] * HEIGHT / image.shape[0] * stretch))
    if width > WIDTH_MAX:
        return None
    kind = cv2.INTER_AREA if image.shape[0] > HEIGHT else rng.choice((cv2.INTER_LINEAR, cv2.INTER_CUBIC))
    return cv2.resize(image, (width, HEIGHT), interpolation=kind)
