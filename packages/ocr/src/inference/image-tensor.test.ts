import { describe, expect, it } from 'vitest';
import type { RgbImage } from '../image/rgb-image.ts';
import { PlaneBuffer } from './image-tensor.ts';

/** Two pixels, side by side: the first is black with full red, the second is white. */
const image: RgbImage = { data: Uint8Array.of(255, 0, 0, 255, 255, 255), width: 2, height: 1 };

describe('PlaneBuffer', () => {
  it('writes blue, green and red from −1 to 1', () => {
    const planes = new PlaneBuffer().planesOf(image, { x: 0, y: 0, width: 2, height: 1 });
    expect([...planes]).toEqual([-1, 1, -1, 1, 1, 1]);
  });

  it('repeats the right and lower edges', () => {
    const planes = new PlaneBuffer().planesOf(image, { x: 1, y: 0, width: 2, height: 2 });
    expect([...planes]).toEqual(new Array(12).fill(1));
    const wide = new PlaneBuffer().planesOf(image, { x: 0, y: 0, width: 3, height: 2 });
    expect([...wide.subarray(0, 6)]).toEqual([-1, 1, 1, -1, 1, 1]);
  });

  it('returns only the planes of a window that is smaller than the one before', () => {
    const buffer = new PlaneBuffer();
    buffer.planesOf(image, { x: 0, y: 0, width: 32, height: 32 });
    expect([...buffer.planesOf(image, { x: 0, y: 0, width: 1, height: 1 })]).toEqual([-1, -1, 1]);
  });
});
