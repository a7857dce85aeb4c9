import type { RgbImage } from '../image/rgb-image.ts';

/** Rows at the upper and lower edge of a strip that may show neighboring lines or frames. */
const edgeRows = 5;
/** Smallest difference in lightness between text and background, of 255. */
const contrastMin = 12;
/** Columns whose median lightness is their background: text covers less than half of them. */
const blockWidth = 64;

/**
 * Finds the columns of a strip that show ink: pixels that differ from the background around them, whether darker or
 * lighter, by more than Otsu's threshold (Otsu 1979). The background is measured in blocks, since photos have shadows.
 *
 * @returns 1 for each column with ink, else 0
 */
export function findInkColumns(strip: RgbImage): Uint8Array {
  const columns = new Uint8Array(strip.width);
  const ink = findInk(strip, edgeRows);
  for (const [at, isInk] of ink.entries())
    columns[at % strip.width] = (columns[at % strip.width] ?? 0) | isInk;
  return columns;
}

/** Counts the pixels with ink in each row of a strip. */
export function countInkOfRows(strip: RgbImage): Uint32Array {
  const rows = new Uint32Array(strip.height);
  for (const [at, isInk] of findInk(strip, 0).entries()) {
    const row = Math.floor(at / strip.width);
    rows[row] = (rows[row] ?? 0) + isInk;
  }
  return rows;
}

/** Marks the pixels with ink, without some rows at the upper and lower edge. */
function findInk(strip: RgbImage, rowsOff: number): Uint8Array {
  const { width, height } = strip;
  const luma = lumaOf(strip);
  const background = measureBackground(luma, width, height);
  const differences = new Uint8Array(width * (height - 2 * rowsOff));
  for (let at = 0; at < differences.length; at += 1) {
    const value = luma[at + rowsOff * width] ?? 0;
    differences[at] = Math.abs(value - (background[at % width] ?? 0));
  }
  const threshold = Math.max(contrastMin, otsuThreshold(differences));
  return differences.map((difference) => Number(difference > threshold));
}

/** Lightness of the background at each column, interpolated between the medians of blocks of columns. */
function measureBackground(luma: Uint8Array, width: number, height: number): Float32Array {
  const count = Math.max(1, Math.round(width / blockWidth));
  const medians = Array.from({ length: count }, (_, block) => {
    const values: number[] = [];
    for (let x = Math.floor((block * width) / count); x < ((block + 1) * width) / count; x += 1)
      for (let y = edgeRows; y < height - edgeRows; y += 2) values.push(luma[y * width + x] ?? 0);
    return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  });
  return Float32Array.from({ length: width }, (_, x) => {
    const place = Math.min(count - 1, Math.max(0, ((x + 0.5) * count) / width - 0.5));
    const before = medians[Math.floor(place)] ?? 0;
    const after = medians[Math.ceil(place)] ?? before;
    return before + (after - before) * (place - Math.floor(place));
  });
}

/** Rec. 601 luma of each pixel. */
function lumaOf({ data, width, height }: RgbImage): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < luma.length; index += 1, at += 3)
    luma[index] = (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 8;
  return luma;
}

/** The value that best separates two groups: it maximizes the variance between them. */
function otsuThreshold(values: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [best, bestVariance, below, sumBelow] = [0, -1, 0, 0];
  for (let value = 0; value < 255; value += 1) {
    below += counts[value] ?? 0;
    sumBelow += value * (counts[value] ?? 0);
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const variance = below * above * ((total - sumBelow) / above - sumBelow / below) ** 2;
    if (variance > bestVariance) [best, bestVariance] = [value, variance];
  }
  return best;
}
