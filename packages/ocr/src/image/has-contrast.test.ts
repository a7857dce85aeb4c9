import { describe, expect, it } from 'vitest';
import { hasContrast } from './has-contrast.ts';
import type { RgbImage } from './rgb-image.ts';

function draw(width: number, height: number, valueAt: (x: number, y: number) => number): RgbImage {
  const data = new Uint8Array(3 * width * height);
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3);
    data[at] = valueAt(pixel % width, Math.floor(pixel / width));
  }
  return { data, width, height };
}

describe('hasContrast', () => {
  it('finds none on white paper, on paper in a shadow and in noise', () => {
    expect(hasContrast(draw(200, 100, () => 255))).toBe(false);
    expect(hasContrast(draw(600, 100, (x) => 250 - x / 6))).toBe(false);
    let state = 7;
    const noise = () => {
      state = (state * 48_271) % 2_147_483_647;
      return 235 + (state % 15);
    };
    expect(hasContrast(draw(300, 200, noise))).toBe(false);
  });

  it('finds a faint line of 15 levels in a corner', () => {
    const faint = (x: number, y: number) =>
      x > 270 && x < 296 && y > 180 && y < 190 && x % 6 < 4 ? 235 : 250;
    expect(hasContrast(draw(300, 200, faint))).toBe(true);
  });

  it('accepts images smaller than a block', () => {
    expect(hasContrast(draw(2, 3, () => 0))).toBe(false);
  });
});
