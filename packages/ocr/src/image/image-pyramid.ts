import type { RgbImage } from './rgb-image.ts';

/**
 * An image and its reductions by 2, 4, 8 ..., each made when it is first needed. Sampling from the right level avoids
 * aliasing of large text.
 */
export class ImagePyramid {
  readonly #levels: RgbImage[];

  constructor(image: RgbImage) {
    this.#levels = [image];
  }

  /** The image itself. */
  get image(): RgbImage {
    return this.level(0);
  }

  /** Returns the image reduced by 2^index, or the smallest reduction that still has 2 pixels per side. */
  level(index: number): RgbImage {
    for (let last = this.#levels.length - 1; last < index; last += 1) {
      const image = this.#levels[last];
      if (image === undefined || image.width < 4 || image.height < 4) break;
      this.#levels.push(halve(image));
    }
    const found = this.#levels[Math.min(index, this.#levels.length - 1)];
    if (found === undefined) throw new RangeError(`There is no level ${index}.`);
    return found;
  }
}

/** Averages blocks of 2 × 2 pixels; an odd last row or column is dropped. */
function halve({ data, width, height }: RgbImage): RgbImage {
  const [outWidth, outHeight] = [width >> 1, height >> 1];
  const out = new Uint8Array(outWidth * outHeight * 3);
  const stride = width * 3;
  for (let y = 0, target = 0; y < outHeight; y += 1) {
    let source = 2 * y * stride;
    for (let x = 0; x < outWidth; x += 1, source += 6) {
      for (let channel = 0; channel < 3; channel += 1, target += 1) {
        const at = source + channel;
        const sum =
          (data[at] ?? 0) + (data[at + 3] ?? 0) + (data[at + stride] ?? 0) + (data[at + stride + 3] ?? 0);
        out[target] = (sum + 2) >> 2;
      }
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}
