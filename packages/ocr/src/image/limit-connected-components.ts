import { countConnectedComponents } from './count-connected-components.ts';
import type { GrayImage } from './gray-image.ts';

/**
 * Tesseract's time grows with the regions of ink it has to sort into lines, faster than in proportion. The densest pages
 * of the OCR sets have 8,000 regions; noise and screens of dots have hundreds of thousands.
 */
const regionsMax = 40_000;
/** A region's share of the image: 390 pixels in the densest of the OCR sets, in noise a tenth of that. */
const regionPixelsMin = 60;
const regionsAlwaysAllowed = 200;
const sideMin = 64;

export interface DownscaledImage {
  readonly image: GrayImage;
  /** How much it is scaled against the image given: 1, 0.5, 0.25 ... */
  readonly scale: number;
}

/**
 * Halves an image until its regions of ink are within the bound: dots merge or fade into grey then, and large print
 * stays readable. The image that is returned may be too small to read anything in.
 */
export function limitConnectedComponents(image: GrayImage): DownscaledImage {
  let limited = image;
  let scale = 1;
  for (;;) {
    const regions = countConnectedComponents(limited);
    const most = Math.max(
      regionsAlwaysAllowed,
      Math.min(regionsMax, (limited.width * limited.height) / regionPixelsMin),
    );
    const isSmall = Math.min(limited.width, limited.height) < sideMin;
    if (regions <= most || isSmall) return { image: limited, scale };
    limited = halve(limited);
    scale /= 2;
  }
}

/** Means of 2 × 2 pixels; an odd last row or column is dropped. */
function halve({ data, width, height }: GrayImage): GrayImage {
  const [outWidth, outHeight] = [Math.floor(width / 2), Math.floor(height / 2)];
  const out = new Uint8Array(outWidth * outHeight);
  for (let y = 0; y < outHeight; y += 1) {
    for (let x = 0; x < outWidth; x += 1) {
      const at = 2 * y * width + 2 * x;
      const sum =
        (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + width] ?? 0) + (data[at + width + 1] ?? 0);
      out[y * outWidth + x] = (sum + 2) >> 2;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}
