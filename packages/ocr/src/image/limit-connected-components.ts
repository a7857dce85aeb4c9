import { countConnectedComponents } from './count-connected-components.ts';
import type { GrayImage } from './gray-image.ts';

/**
 * Maximum number of components. Tesseract sorts them into lines in superlinear time. The densest pages of the OCR sets
 * have 8,000; noise and halftone screens have hundreds of thousands.
 */
const componentsMax = 40_000;
/** Minimum mean area of a component: 390 pixels in the densest image of the OCR sets, a tenth of that in noise. */
const componentPixelsMin = 60;
const componentsAlwaysAllowed = 200;
const sideMin = 64;

/** An image after zero or more halvings. */
export interface DownscaledImage {
  readonly image: GrayImage;
  /** Scale relative to the original: 1, 0.5, 0.25 ... */
  readonly scale: number;
}

/**
 * Halves an image until its components of ink are within the limit: dots merge or fade into gray, and large print stays
 * readable. The result may be too small to be readable.
 */
export function limitConnectedComponents(image: GrayImage): DownscaledImage {
  let limited = image;
  let scale = 1;
  for (;;) {
    const components = countConnectedComponents(limited);
    const componentsAllowed = Math.max(
      componentsAlwaysAllowed,
      Math.min(componentsMax, (limited.width * limited.height) / componentPixelsMin),
    );
    const isSmall = Math.min(limited.width, limited.height) < sideMin;
    if (components <= componentsAllowed || isSmall) return { image: limited, scale };
    limited = halve(limited);
    scale /= 2;
  }
}

/** Averages 2 × 2 pixels; an odd last row or column is dropped. */
function halve({ data, width, height }: GrayImage): GrayImage {
  const [outWidth, outHeight] = [Math.floor(width / 2), Math.floor(height / 2)];
  const out = new Uint8Array(outWidth * outHeight);
  for (let y = 0; y < outHeight; y += 1) {
    for (let x = 0; x < outWidth; x += 1) {
      const index = 2 * y * width + 2 * x;
      const sum =
        (data[index] ?? 0) +
        (data[index + 1] ?? 0) +
        (data[index + width] ?? 0) +
        (data[index + width + 1] ?? 0);
      out[y * outWidth + x] = (sum + 2) >> 2;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}
