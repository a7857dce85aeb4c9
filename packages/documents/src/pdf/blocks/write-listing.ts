import type { Line } from '../lines/line.ts';

/** Share of the font size that a character of a monospaced font takes, if it cannot be measured. */
const characterWidth = 0.6;
const indentMax = 120;

/** Writes lines of code with their indentation, and blank lines where there is space for them. */
export function writeListing(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.left));
  const distances = lines
    .slice(1)
    .map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
    .filter((distance) => distance > 0);
  const usual = Math.min(...distances, Infinity);
  const recognizedWidth = measureRecognized(lines);
  return lines
    .map((line, index) => {
      const above = lines[index - 1];
      const distance = above && above.page === line.page ? line.baseline - above.baseline : 0;
      const blank =
        Number.isFinite(usual) && distance > usual * 1.6 ? Math.min(Math.round(distance / usual) - 1, 3) : 0;
      return '\n'.repeat(blank) + writeLine(line, left, recognizedWidth);
    })
    .join('\n');
}

function writeLine(line: Line, left: number, recognizedWidth: number | undefined): string {
  const width = recognizedWidth ?? measureWidth(line);
  let text = '';
  let right = left;
  for (const word of line.words) {
    // Boxes of recognized words reach beyond their letters on both sides: their left edges are compared.
    const isInexact = text !== '' && word.look.isRecognized === true;
    const gap = isInexact ? (word.left - left) / width - text.length : (word.left - right) / width;
    const rounded = roundGap(gap, isInexact);
    const spaces =
      word.isAttached && text !== '' ? Math.max(0, rounded) : text === '' ? rounded : Math.max(1, rounded);
    text += ' '.repeat(Math.max(0, Math.min(spaces, indentMax))) + word.text;
    right = word.right;
  }
  return text;
}

/** Places of recognized words are inexact: spaces between words are single unless they are wide. */
function roundGap(gap: number, isInexact: boolean): number {
  return isInexact && gap < 3 ? 1 : Math.round(gap);
}

function measureWidth({ words, size }: Line): number {
  const longest = words.reduce(
    (best, word) => (word.text.length > best.text.length ? word : best),
    words[0] ?? { text: '', left: 0, right: 0 },
  );
  const measured = longest.text.length >= 3 ? (longest.right - longest.left) / longest.text.length : 0;
  return measured > size * 0.3 && measured < size ? measured : Math.max(size * characterWidth, 1);
}

/** Words that are closer than this part of the font size are apart by one space. */
const singleSpaceMax = 1.2;
/** Fewer words next to others are too few to measure characters. */
const wordsMin = 2;

/**
 * The width of a character of recognized lines: a least squares fit of the distances of the left edges of words, without wide
 * gaps between them, to the numbers of characters. Undefined for lines that were not recognized, or have too few words.
 */
function measureRecognized(lines: readonly Line[]): number | undefined {
  let [products, squares, count] = [0, 0, 0];
  for (const { words, size } of lines) {
    let [start, characters, right] = [0, 0, -Infinity];
    for (const word of words) {
      if (word.look.isRecognized !== true) return undefined;
      if (word.left - right > singleSpaceMax * size) [start, characters] = [word.left, 0];
      products += (word.left - start) * characters;
      squares += characters * characters;
      if (characters > 0) count += 1;
      characters += word.text.length + 1;
      right = word.right;
    }
  }
  return count < wordsMin ? undefined : products / squares;
}
