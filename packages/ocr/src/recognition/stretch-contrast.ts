import type { RgbImage } from '../image/rgb-image.ts';

/** Strips whose lightness covers a smaller range, of 255, are stretched. */
const rangeMin = 110;
const rangeGoal = 190;
/** Stretching further only amplifies noise. */
const gainMax = 5;
/** Share of the values left out at both ends. */
const outliers = 0.005;

/** Increases the contrast of a faint strip: the network learned from text of more contrast. */
export function stretchContrast(strip: RgbImage): RgbImage {
  const counts = new Uint32Array(256);
  for (let at = 0; at < strip.data.length; at += 1) {
    const value = strip.data[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const low = percentile(counts, strip.data.length * outliers);
  const high = percentile(counts, strip.data.length * (1 - outliers));
  const range = high - low;
  if (range >= rangeMin || range < 4) return strip;
  const gain = Math.min(gainMax, rangeGoal / range);
  const middle = (low + high) / 2;
  // The middle moves only as far as the stretched values must, to stay within 0..255.
  const half = (range / 2) * gain;
  const target = Math.min(255 - half, Math.max(half, middle));
  const table = Uint8ClampedArray.from(counts, (_, value) => target + (value - middle) * gain);
  const data = new Uint8Array(strip.data.length);
  for (let at = 0; at < data.length; at += 1) data[at] = table[strip.data[at] ?? 0] ?? 0;
  return { ...strip, data };
}

function percentile(counts: Uint32Array, rank: number): number {
  let seen = 0;
  for (const [value, count] of counts.entries()) {
    seen += count;
    if (seen > rank) return value;
  }
  return 255;
}
