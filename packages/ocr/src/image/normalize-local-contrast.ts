import type { GrayImage } from './gray-image.ts';

/** Half the window in which light counts as even, in pixels of an image scaled for recognition: a few lines of text. */
const radius = 40;
/** Below this deviation a window is paper, and what is in it grain. */
const deviationMin = 6;

/**
 * Evens out shadows and faint print: smooths the grain, then says of each pixel how far it is from the mean around it in
 * standard deviations (the local statistics of Sauvola and Pietikäinen 2000, kept grey because the network reads grey).
 */
export function normalizeLocalContrast(image: GrayImage): GrayImage {
  const { width, height } = image;
  const smooth = smoothed(smoothed(image));
  const { sums, squares } = integrals(smooth);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const count = (right - left) * (bottom - top);
      const mean = area(sums, width + 1, left, top, right, bottom) / count;
      const variance = area(squares, width + 1, left, top, right, bottom) / count - mean * mean;
      const deviation = Math.max(deviationMin, Math.sqrt(Math.max(0, variance)));
      const distance = ((smooth.data[y * width + x] ?? 0) - mean) / deviation;
      data[y * width + x] = Math.min(255, Math.max(0, Math.round(225 + distance * 75)));
    }
  }
  return { data, width, height };
}

/** Mean of 3 × 3 pixels; twice is close to a Gaussian. */
function smoothed({ data, width, height }: GrayImage): GrayImage {
  const rows = new Float32Array(width * height);
  const out = new Uint8Array(width * height);
  for (let at = 0; at < rows.length; at += 1) {
    const x = at % width;
    const here = data[at] ?? 0;
    rows[at] =
      ((x > 0 ? (data[at - 1] ?? 0) : here) + here + (x < width - 1 ? (data[at + 1] ?? 0) : here)) / 3;
  }
  for (let at = 0; at < rows.length; at += 1) {
    const here = rows[at] ?? 0;
    out[at] = Math.round(((rows[at - width] ?? here) + here + (rows[at + width] ?? here)) / 3);
  }
  return { data: out, width, height };
}

/** Summed-area tables (Crow 1984) of the levels and of their squares. */
function integrals({ data, width, height }: GrayImage): { sums: Float64Array; squares: Float64Array } {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let [sum, square] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      const level = data[y * width + x] ?? 0;
      sum += level;
      square += level * level;
      const at = (y + 1) * stride + x + 1;
      sums[at] = (sums[at - stride] ?? 0) + sum;
      squares[at] = (squares[at - stride] ?? 0) + square;
    }
  }
  return { sums, squares };
}

function area(
  table: Float64Array,
  stride: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  const corner = (x: number, y: number) => table[y * stride + x] ?? 0;
  return corner(right, bottom) - corner(left, bottom) - corner(right, top) + corner(left, top);
}
