import type { TextRegion } from '../detection/text-region.ts';
import { pointIn } from '../detection/text-region.ts';
import type { ImagePyramid } from '../image/image-pyramid.ts';
import type { RgbImage } from '../image/rgb-image.ts';

/** Height of the strips that the recognition network reads. */
export const stripHeight = 48;
/** Narrower strips are widened: the network needs some columns. */
const stripWidthMin = 16;
/** Longer lines are not text; they would take much memory. */
const stripWidthMax = 4800;

/**
 * Share of a region's height that is cut out. Regions have a margin; the larger the letters are in the strip, the better
 * small and blurred text is read, until accents and descenders are cut off.
 */
const heightShare = 0.93;

/** Cuts a region out of an image: straightened, and scaled to the height that the network reads. */
export function cutStrip(pyramid: ImagePyramid, region: TextRegion): RgbImage {
  const { width } = region.rectangle;
  const height = region.rectangle.height * heightShare;
  const scale = stripHeight / Math.max(1, height);
  const stripWidth = Math.min(stripWidthMax, Math.max(stripWidthMin, Math.ceil(width * scale)));
  const level = Math.max(0, Math.floor(Math.log2(1 / scale)));
  const source = pyramid.level(level);
  const reduction = pyramid.image.width / source.width;
  const edges = Array.from({ length: stripWidth }, (_, column) => {
    const u = ((column + 0.5) / stripWidth) * 2 - 1;
    return { top: pointIn(region, u, -height / 2), bottom: pointIn(region, u, height / 2) };
  });
  const data = new Uint8Array(stripWidth * stripHeight * 3);
  for (let row = 0, at = 0; row < stripHeight; row += 1) {
    const share = (row + 0.5) / stripHeight;
    for (const { top, bottom } of edges) {
      const x = (top.x + (bottom.x - top.x) * share) / reduction - 0.5;
      const y = (top.y + (bottom.y - top.y) * share) / reduction - 0.5;
      sample(source, x, y, data, at);
      at += 3;
    }
  }
  return { data, width: stripWidth, height: stripHeight };
}

/** Writes the color at a position, interpolated between four pixels; positions outside repeat the edge. */
function sample({ data, width, height }: RgbImage, x: number, y: number, out: Uint8Array, at: number): void {
  const left = clamp(Math.floor(x), width - 1);
  const top = clamp(Math.floor(y), height - 1);
  const right = left + 1 < width ? 3 : 0;
  const below = top + 1 < height ? 3 * width : 0;
  const fx = x <= left ? 0 : x >= left + 1 ? 1 : x - left;
  const fy = y <= top ? 0 : y >= top + 1 ? 1 : y - top;
  const at0 = 3 * (top * width + left);
  const at1 = at0 + below;
  for (let channel = 0; channel < 3; channel += 1) {
    const upper = (data[at0 + channel] ?? 0) * (1 - fx) + (data[at0 + channel + right] ?? 0) * fx;
    const lower = (data[at1 + channel] ?? 0) * (1 - fx) + (data[at1 + channel + right] ?? 0) * fx;
    out[at + channel] = upper * (1 - fy) + lower * fy + 0.5;
  }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}
