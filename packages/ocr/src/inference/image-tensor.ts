import type { RgbImage } from '../image/rgb-image.ts';

/** A rectangle of an image, in whole pixels; it may reach beyond the right and lower edges. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The value of each byte as the networks expect it. */
const normalized = Float32Array.from({ length: 256 }, (_, value) => value / 127.5 - 1);

/** Memory for the planes of one image at a time, which grows to the largest of them and is used again. */
export class PlaneBuffer {
  #data = new Float32Array(0);

  /** Returns the planes of a window, as `writePlanes` writes them; the next call overwrites them. */
  planesOf(image: RgbImage, window: Window): Float32Array {
    const length = 3 * window.width * window.height;
    if (this.#data.length < length) this.#data = new Float32Array(length);
    const planes = this.#data.subarray(0, length);
    writePlanes(image, window, planes);
    return planes;
  }
}

/**
 * Writes a window of an image as three planes (blue, green, red: the order in which PaddleOCR trains) of values from −1
 * to 1. Pixels beyond the edges repeat the edge.
 *
 * @param out at least `3 · height · width` values
 */
function writePlanes(image: RgbImage, window: Window, out: Float32Array): void {
  const { data } = image;
  const plane = window.width * window.height;
  const inside = Math.max(0, Math.min(window.width, image.width - window.x));
  for (let row = 0; row < window.height; row += 1) {
    const start = row * window.width;
    let source = 3 * (Math.min(window.y + row, image.height - 1) * image.width + window.x);
    for (let target = start; target < start + inside; target += 1, source += 3) {
      out[target] = normalized[data[source + 2] ?? 0] ?? 0;
      out[target + plane] = normalized[data[source + 1] ?? 0] ?? 0;
      out[target + 2 * plane] = normalized[data[source] ?? 0] ?? 0;
    }
    for (let first = start; first < 3 * plane; first += plane) {
      const edge = out[first + inside - 1] ?? 0;
      out.fill(edge, first + inside, first + window.width);
    }
  }
}
