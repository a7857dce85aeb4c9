import type { Line } from '../lines/line.ts';

/** The look of most text of a document. */
export interface DocumentFonts {
  /** Font size of most characters, in points. */
  readonly bodySize: number;
  /** Whether most characters are bold, or monospaced. */
  readonly isBold: boolean;
  readonly isMonospaced: boolean;
  /** The usual distance of baselines in a font size, in points. */
  leadingOf(size: number): number;
}

const step = 0.5;
/** Lines are not closer than this part of the font size. */
const leadingMin = 0.85;

/** Determines the body text of a document from all of its lines. */
export function measureFonts(lines: readonly Line[]): DocumentFonts {
  const sizes = new Map<number, number>();
  let [total, bold, monospaced] = [0, 0, 0];
  const distances = new Map<number, number[]>();
  for (const [index, line] of lines.entries()) {
    const length = line.text.length;
    total += length;
    if (line.isBold) bold += length;
    if (line.isMonospaced) monospaced += length;
    // Code is no body text.
    if (!line.isMonospaced) sizes.set(round(line.size), (sizes.get(round(line.size)) ?? 0) + length);
    const before = lines[index - 1];
    if (before === undefined || before.column !== line.column || before.page !== line.page) continue;
    const distance = line.baseline - before.baseline;
    if (
      distance <= leadingMin * line.size ||
      distance > 2.6 * line.size ||
      round(before.size) !== round(line.size)
    )
      continue;
    const known = distances.get(round(line.size)) ?? [];
    known.push(distance);
    distances.set(round(line.size), known);
  }
  const leadings = new Map([...distances].map(([size, values]) => [size, smallestMode(values)]));
  const isMonospaced = monospaced > total * 0.6;
  const bodySize = isMonospaced ? (lines.find((line) => line.isMonospaced)?.size ?? 0) : mostFrequent(sizes);
  const bodyRatio = (leadings.get(round(bodySize)) ?? bodySize * 1.3) / Math.max(bodySize, 1);
  return {
    bodySize,
    isBold: bold > total * 0.5,
    isMonospaced,
    leadingOf: (size) => {
      const values = distances.get(round(size)) ?? [];
      return values.length >= 3
        ? (leadings.get(round(size)) ?? size * bodyRatio)
        : size * Math.min(bodyRatio, 1.5);
    },
  };
}

const round = (size: number): number => Math.round(size / step) * step;

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  let [best, most] = [0, 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}

/** The smallest distance that is frequent: paragraphs are farther apart than their lines. */
function smallestMode(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(round(value), (counts.get(round(value)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const frequent = [...counts].filter(([, count]) => count >= most * 0.35).map(([value]) => value);
  return Math.min(...frequent);
}
