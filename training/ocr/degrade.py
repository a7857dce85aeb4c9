"""Degradations of rendered lines: what cameras, scanners, printers, paper and compression do to text.

Images are float32 arrays of shape (height, width) with gray values 0..255. Lengths are relative to the text size in pixels.
"""

from __future__ import annotations

import random

import cv2
import numpy as np

Image = np.ndarray


def _noise_field(shape: tuple[int, int], cell: float, generator: np.random.Generator) -> Image:
    """Smooth noise of mean 0 and deviation about 1, with features of `cell` pixels."""
    height, width = shape
    small = generator.standard_normal((max(2, round(height / cell) + 1), max(2, round(width / cell) + 1))).astype(np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def thermal_print(mask: Image, size: float, rng: random.Random, generator: np.random.Generator) -> Image:
    """Fades the ink of a mask (0..1) in patches and streaks and drops dots."""
    height, width = mask.shape
    if rng.random() < 0.7:
        fade = 1 - rng.uniform(0.1, 0.6) * np.clip(_noise_field(mask.shape, size * rng.uniform(0.5, 4), generator) * 0.6 + 0.4, 0, 1)
        mask = mask * fade
    if rng.random() < 0.5:
        streaks = np.clip(1 + rng.uniform(0.1, 0.45) * generator.standard_normal((1, width)).astype(np.float32), 0, 1)
        mask = mask * (streaks if rng.random() < 0.5 else np.clip(1 + 0.3 * generator.standard_normal((height, 1)).astype(np.float32), 0, 1))
    if rng.random() < 0.6:
        mask = mask * (generator.random(mask.shape, dtype=np.float32) > rng.uniform(0.01, 0.2))
    return mask.astype(np.float32)


def dot_matrix(mask: Image, size: float, rng: random.Random) -> Image:
    """Samples the ink on a grid of dots, as impact and low-resolution thermal printers do."""
    pitch = max(2.0, size * rng.uniform(0.06, 0.11))
    height, width = mask.shape
    rows, columns = max(2, round(height / pitch)), max(2, round(width / pitch))
    dots = (cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA) > rng.uniform(0.3, 0.5)).astype(np.float32)
    grid = cv2.resize(dots, (width, height), interpolation=cv2.INTER_NEAREST)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / pitch
    radius = (y % 1 - 0.5) ** 2 + (x % 1 - 0.5) ** 2
    return cv2.GaussianBlur(grid * (radius < rng.uniform(0.16, 0.32)), (0, 0), max(0.4, pitch * 0.2))


def paper(image: Image, size: float, rng: random.Random, generator: np.random.Generator) -> Image:
    """Adds fibers, grain and stains."""
    image = image + _noise_field(image.shape, size * rng.uniform(0.05, 0.3), generator) * rng.uniform(1, 7)
    if rng.random() < 0.4:
        image = image - np.clip(_noise_field(image.shape, size * rng.uniform(1, 3), generator), 0, 3) * rng.uniform(3, 18)
    return image


def illumination(image: Image, rng: random.Random) -> Image:
    """Multiplies by a light gradient and possibly a shadow with a soft edge."""
    height, width = image.shape
    x = np.linspace(0, 1, width, dtype=np.float32)[None]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    light = 1 - rng.uniform(0, 0.45) * (x if rng.random() < 0.5 else 1 - x) - rng.uniform(0, 0.2) * (y if rng.random() < 0.5 else 1 - y)
    if rng.random() < 0.4:
        edge = (x - rng.random()) * rng.uniform(2, 30) + (y - rng.random()) * rng.uniform(-4, 4)
        light = light * (1 - rng.uniform(0.15, 0.5) / (1 + np.exp(np.clip(edge, -30, 30))))
    return image * light


def moire(image: Image, size: float, rng: random.Random) -> Image:
    """Adds the interference pattern of a photographed screen."""
    height, width = image.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    for _ in range(rng.randint(1, 2)):
        angle, period = rng.uniform(0, np.pi), size * rng.uniform(0.08, 0.5)
        image = image + rng.uniform(3, 16) * np.sin((x * np.cos(angle) + y * np.sin(angle)) * (2 * np.pi / max(period, 2.2)) + rng.uniform(0, 6))
    return image


def blur(image: Image, size: float, rng: random.Random) -> Image:
    """Defocus or motion blur."""
    if rng.random() < 0.65:
        return cv2.GaussianBlur(image, (0, 0), max(0.25, size * rng.uniform(0.008, 0.058)))
    length = max(2, round(size * rng.uniform(0.04, 0.16)))
    kernel = np.zeros((length, length), np.float32)
    angle, center = rng.uniform(0, np.pi), (length - 1) / 2
    for step in np.linspace(-center, center, 2 * length):
        kernel[round(center + step * np.sin(angle)), round(center + step * np.cos(angle))] = 1
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def compress(image: Image, quality: int) -> Image:
    """JPEG compression and decompression."""
    encoded = cv2.imencode(".jpg", np.clip(image, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(encoded, cv2.IMREAD_GRAYSCALE).astype(np.float32)


def warp(image: Image, size: float, rng: random.Random) -> Image:
    """Rotates by up to 2 degrees, shears, bends and tilts the line around its center; borders repeat the edge."""
    height, width = image.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = (x - width / 2) / width, (y - height / 2) / height
    slope = rng.uniform(-1, 1) * min(0.035, 0.2 * size / width)
    source_y = y + slope * (x - width / 2)
    source_x = x + rng.uniform(-0.1, 0.1) * (y - height / 2)
    if rng.random() < 0.35:
        bend = rng.uniform(-0.13, 0.13) * size * np.cos(u * np.pi * rng.uniform(0.6, 2) + rng.uniform(0, 6))
        source_y = source_y + bend - (bend.max() + bend.min()) / 2
    if rng.random() < 0.5:
        source_y = source_y + v * u * height * rng.uniform(-0.3, 0.3)
        source_x = source_x + u * np.abs(u) * width * rng.uniform(-0.05, 0.05)
    return cv2.remap(image, source_x, source_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def sensor_noise(image: Image, rng: random.Random, generator: np.random.Generator) -> Image:
    """Gaussian noise, of one pixel or slightly larger grains, or salt and pepper; weaker where the contrast is low."""
    draw = rng.random()
    contrast = float(image.max() - image.min()) / 255
    if draw < 0.75:
        noise = generator.standard_normal(image.shape, dtype=np.float32) * rng.uniform(1, 17) * (0.2 + 0.8 * contrast)
        if draw < 0.3:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.6
        return image + noise
    spots = generator.random(image.shape, dtype=np.float32)
    share = rng.uniform(0.001, 0.015)
    return np.where(spots < share, rng.uniform(0, 80), np.where(spots > 1 - share, rng.uniform(180, 255), image)).astype(np.float32)


def sharpen(image: Image, size: float, rng: random.Random) -> Image:
    return image + (image - cv2.GaussianBlur(image, (0, 0), max(0.5, size * 0.04))) * rng.uniform(0.3, 1.5)
