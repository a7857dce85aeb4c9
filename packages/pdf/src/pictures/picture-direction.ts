import type { Matrix } from '../content/page-space.ts';
import type { Pixels } from './encode-png.ts';

/** How the pixels of a picture are displayed: mirrored, then turned. */
export interface PictureDirection {
  /** Whether the rows of the picture are columns of the page. */
  readonly isTurned: boolean;
  /** Whether the columns of the picture run from right to left, or from bottom to top if it is turned. */
  readonly isMirrored: boolean;
  /** Whether the rows of the picture run from bottom to top, or from right to left if it is turned. */
  readonly isFlipped: boolean;
}

/** The direction of pictures that are displayed as they are stored. */
export const upright: PictureDirection = { isTurned: false, isMirrored: false, isFlipped: false };

/** Slope up to which an edge counts as parallel to one of the page. */
const slopeMax = 0.02;

/** Reads the direction of a picture. Slanted ones are returned as they are stored. @param matrix to the page as displayed */
export function directionOf([a, b, c, d]: Matrix): PictureDirection {
  if (Math.abs(b) <= slopeMax * Math.abs(a) && Math.abs(c) <= slopeMax * Math.abs(d))
    return { isTurned: false, isMirrored: a < 0, isFlipped: d > 0 };
  if (Math.abs(a) <= slopeMax * Math.abs(b) && Math.abs(d) <= slopeMax * Math.abs(c))
    return { isTurned: true, isMirrored: b < 0, isFlipped: c > 0 };
  return upright;
}

/** Whether pictures are displayed as they are stored. */
export function isUpright({ isTurned, isMirrored, isFlipped }: PictureDirection): boolean {
  return !isTurned && !isMirrored && !isFlipped;
}

/** Arranges pixels as they are displayed. */
export function turnPixels(pixels: Pixels, direction: PictureDirection): Pixels {
  if (isUpright(direction)) return pixels;
  const { isTurned, isMirrored, isFlipped } = direction;
  const { width, height } = pixels;
  const source = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, width * height);
  const target = new Uint32Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const along = isMirrored ? width - 1 - x : x;
      const across = isFlipped ? height - 1 - y : y;
      target[isTurned ? along * height + across : across * width + along] = source[at] ?? 0;
    }
  }
  const data = new Uint8Array(target.buffer);
  return isTurned ? { width: height, height: width, data } : { width, height, data };
}
