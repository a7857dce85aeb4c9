import type { GrayImage } from './gray-image.ts';

/** Half the width of the window for local statistics, in pixels of an image scaled for recognition: a few text lines. */
const radius = 40;
/** A window with a smaller deviation is blank paper with grain. */
const deviationMin = 6;

/**
 * Corrects shadows and faint print: smooths the grain, then replaces each pixel by its distance from the local mean in
 * standard deviations (the local statistics of Sauvola and Pietikäinen 2000, without thresholding, because the network
 * reads gray levels).
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

/** Averages 3 × 3 pixels; applied twice, it approximates a Gaussian. */
function smoothed({ data, width, height }: GrayImage): GrayImage {
  const rows = new Float32Array(width * height);
  const out = new Uint8Array(width * height);
  for (let index = 0; index < rows.length; index += 1) {
    const x = index % width;
    const here = data[index] ?? 0;
    rows[index] =
      ((x > 0 ? (data[index - 1] ?? 0) : here) + here + (x < width - 1 ? (data[index + 1] ?? 0) : here)) / 3;
  }
  for (let index = 0; index < rows.length; index += 1) {
    const here = rows[index] ?? 0;
    out[index] = Math.round(((rows[index - width] ?? here) + here + (rows[index + width] ?? here)) / 3);
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
      const index = (y + 1) * stride + x + 1;
      sums[index] = (sums[index - stride] ?? 0) + sum;
      squares[index] = (squares[index - stride] ?? 0) + square;
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
