import type { RgbImage } from './rgb-image.ts';

/** Side of a block, in pixels, whose mean is compared; averages out noise. */
const blockSide = 4;
/** Blocks are compared within windows of this many blocks per side; shading of a page is slower. */
const windowBlocks = 8;
/** Faint text differs from its paper by some 15 levels of 255. */
const differenceMin = 8;

/** Whether an image has any place with enough contrast for text. */
export function hasContrast({ data, width, height }: RgbImage): boolean {
  const windowSide = blockSide * windowBlocks;
  for (let top = 0; top + blockSide <= height; top += windowSide) {
    for (let left = 0; left + blockSide <= width; left += windowSide) {
      let [lowest, highest] = [255, 0];
      for (let y = top; y + blockSide <= Math.min(height, top + windowSide); y += blockSide) {
        for (let x = left; x + blockSide <= Math.min(width, left + windowSide); x += blockSide) {
          const mean = meanOfBlock(data, width, x, y);
          lowest = Math.min(lowest, mean);
          highest = Math.max(highest, mean);
        }
      }
      if (highest - lowest >= differenceMin) return true;
    }
  }
  return false;
}

function meanOfBlock(data: Uint8Array, width: number, left: number, top: number): number {
  let sum = 0;
  for (let y = top; y < top + blockSide; y += 1) {
    const start = 3 * (y * width + left);
    for (let at = start; at < start + 3 * blockSide; at += 1) sum += data[at] ?? 0;
  }
  return sum / (3 * blockSide * blockSide);
}
