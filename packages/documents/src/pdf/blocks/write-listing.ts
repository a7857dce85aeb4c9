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
  return lines
    .map((line, index) => {
      const above = lines[index - 1];
      const distance = above && above.page === line.page ? line.baseline - above.baseline : 0;
      const blank =
        Number.isFinite(usual) && distance > usual * 1.6 ? Math.min(Math.round(distance / usual) - 1, 3) : 0;
      return '\n'.repeat(blank) + writeLine(line, left);
    })
    .join('\n');
}

function writeLine(line: Line, left: number): string {
  const width = measureWidth(line);
  let text = '';
  let right = left;
  for (const word of line.words) {
    const gap = roundGap((word.left - right) / width, text !== '' && word.look.isRecognized === true);
    const spaces = word.isAttached && text !== '' ? Math.max(0, gap) : text === '' ? gap : Math.max(1, gap);
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
