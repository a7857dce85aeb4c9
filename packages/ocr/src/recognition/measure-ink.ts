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
  const { width } = strip;
  const columns = new Uint8Array(width);
  const ink = findInk(strip, edgeRows);
  for (let at = 0, column = 0; at < ink.length; at += 1) {
    if (ink[at] === 1) columns[column] = 1;
    column = column + 1 === width ? 0 : column + 1;
  }
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
  const ink = new Uint8Array(width * (height - 2 * rowsOff));
  for (let at = 0, column = 0; at < ink.length; at += 1) {
    ink[at] = Math.abs((luma[at + rowsOff * width] ?? 0) - (background[column] ?? 0));
    column = column + 1 === width ? 0 : column + 1;
  }
  const threshold = Math.max(contrastMin, otsuThreshold(ink));
  for (let at = 0; at < ink.length; at += 1) ink[at] = (ink[at] ?? 0) > threshold ? 1 : 0;
  return ink;
}

/** Lightness of the background at each column, interpolated between the medians of blocks of columns. */
function measureBackground(luma: Uint8Array, width: number, height: number): Float32Array {
  const count = Math.max(1, Math.round(width / blockWidth));
  const counts = new Uint32Array(256);
  const medians = Array.from({ length: count }, (_, block) => {
    const [from, to] = [Math.floor((block * width) / count), Math.ceil(((block + 1) * width) / count)];
    counts.fill(0);
    for (let y = edgeRows; y < height - edgeRows; y += 2)
      for (let at = y * width + from; at < y * width + to; at += 1) {
        const value = luma[at] ?? 0;
        counts[value] = (counts[value] ?? 0) + 1;
      }
    return medianOf(counts);
  });
  return Float32Array.from({ length: width }, (_, x) => {
    const place = Math.min(count - 1, Math.max(0, ((x + 0.5) * count) / width - 0.5));
    const before = medians[Math.floor(place)] ?? 0;
    const after = medians[Math.ceil(place)] ?? before;
    return before + (after - before) * (place - Math.floor(place));
  });
}

/** The median of counted values, the upper of two; 0 without values. */
function medianOf(counts: Uint32Array): number {
  const half = counts.reduce((sum, count) => sum + count, 0) >> 1;
  let [value, seen] = [0, counts[0] ?? 0];
  while (seen <= half && value < counts.length - 1) {
    value += 1;
    seen += counts[value] ?? 0;
  }
  return seen > half ? value : 0;
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
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
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
