import type { RgbImage } from '../image/rgb-image.ts';

/** A rectangle of an image, in whole pixels; it may reach beyond the right and lower edges. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Writes a window of an image as three planes (blue, green, red: the order in which PaddleOCR trains) of values from −1
 * to 1. Pixels beyond the edges repeat the edge.
 *
 * @param out at least `3 · height · width` values
 */
export function writePlanes(image: RgbImage, window: Window, out: Float32Array): void {
  const { data } = image;
  const plane = window.width * window.height;
  for (let row = 0, target = 0; row < window.height; row += 1) {
    const rowStart = Math.min(window.y + row, image.height - 1) * image.width;
    for (let column = 0; column < window.width; column += 1, target += 1) {
      const source = 3 * (rowStart + Math.min(window.x + column, image.width - 1));
      out[target] = (data[source + 2] ?? 0) / 127.5 - 1;
      out[target + plane] = (data[source + 1] ?? 0) / 127.5 - 1;
      out[target + 2 * plane] = (data[source] ?? 0) / 127.5 - 1;
    }
  }
}
