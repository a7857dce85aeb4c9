import { medianOf } from '../words/word.ts';

/** Widths of characters in parts of the font size, as in common fonts for text. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7ff\uff00-\uff60]/, 1],
  [/[ijl.,:;'|!()[\]1Iítf]/, 0.31],
  [/[mwMW%@—]/, 0.86],
  [/\p{Lu}/u, 0.66],
  [/\s/, 0.27],
];
const otherWidth = 0.52;
/** Sizes whose ratio is smaller are the same: estimates from few letters are uncertain. */
const sameRatio = 1.17;
/** Lines with fewer characters are too short to be measured. */
const lengthMin = 4;

/** A line on an image. */
export interface MeasuredLine {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Estimates the font sizes of recognized lines by the widths of their letters, since the heights of boxes depend on the
 * letters. Sizes near that of most text are that size, others are rounded.
 */
export function estimateSizes(lines: readonly MeasuredLine[]): number[] {
  const estimates = lines.map(({ text, width }) => width / Math.max(unitsOf(text), 0.1));
  const long = lines.flatMap(({ text }, index) =>
    text.length >= 25 ? Array.from({ length: Math.ceil(text.length / 25) }, () => estimates[index] ?? 0) : [],
  );
  const body = medianOf(long.length > 0 ? long : estimates);
  const bodyHeight = medianOf(lines.map(({ height }) => height));
  return lines.map(({ text, height }, index) => {
    const ratio = (estimates[index] ?? body) / Math.max(body, 0.1);
    const heightRatio = height / Math.max(bodyHeight, 0.1);
    // A wide line that is no taller is spaced out or in capitals.
    const heightMin = ratio >= 1.3 && text !== text.toUpperCase() ? 1 : 1.1;
    const isLarger = ratio >= sameRatio && heightRatio >= heightMin && text.length >= lengthMin;
    const isSmaller = ratio <= 1 / sameRatio && heightRatio <= 0.96 && text.length >= lengthMin;
    if (!isLarger && !isSmaller) return body;
    const steps = Math.round(Math.log(ratio) / Math.log(sameRatio));
    return body * sameRatio ** steps;
  });
}

function unitsOf(text: string): number {
  let units = 0;
  for (const character of text)
    units += widths.find(([pattern]) => pattern.test(character))?.[1] ?? otherWidth;
  return units;
}
