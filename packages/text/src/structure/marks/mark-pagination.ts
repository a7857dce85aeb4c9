import type { TextLine } from '../lines/text-line.ts';
import { endsSentence } from '../words/line-shape.ts';
import { isPageLabel } from './classify-line.ts';

const repeatsMin = 3;
const lengthMax = 100;

/**
 * Sets running heads and feet aside: lines that repeat, apart from numbers, next to the breaks of pages, or with the number
 * of a page in them.
 */
export function markPagination(lines: readonly TextLine[]): void {
  const pageBreaks = findPageBreaks(lines);
  if (pageBreaks.size < 2) return;
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    if (!line.isOpen || line.speaker !== undefined || line.text.length > lengthMax) continue;
    const key = keyOf(line.text);
    if (key === '' || endsSentence(line.text)) continue;
    const found = places.get(key);
    if (found === undefined) places.set(key, [index]);
    else found.push(index);
  }
  for (const found of places.values()) {
    const near = found.filter((index) => [-2, -1, 0, 1, 2].some((offset) => pageBreaks.has(index + offset)));
    if (found.length < Math.min(repeatsMin, pageBreaks.size) || near.length < found.length * 0.6) continue;
    for (const index of found) {
      const line = lines[index];
      line?.setAside();
      if (line !== undefined) line.isRunning = true;
    }
  }
}

/** Indices of the lines at the breaks of pages: after form feeds, and numbers of pages that ascend. */
function findPageBreaks(lines: readonly TextLine[]): ReadonlySet<number> {
  const breaks = new Set<number>();
  const numbers: { index: number; number: number }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.gap === 'page') breaks.add(index);
    if (line.text.length > lengthMax || (!line.isDropped && line.role !== 'aside' && line.role !== undefined))
      continue;
    const number = isPageLabel(line.text)
      ? Number(/\d{1,4}/.exec(line.text)?.[0] ?? 0)
      : Number(
          /^(\d{1,4})\s{2,}\S|\S\s{2,}(\d{1,4})$|\[Page (\d{1,4})\]$|\|\s*(\d{1,4})$|^(\d{1,4})\s*\|/
            .exec(line.text)
            ?.slice(1)
            .find(Boolean) ?? 0,
        );
    if (number > 0) numbers.push({ index, number });
  }
  for (const [position, { index, number }] of numbers.entries()) {
    const next = numbers[position + 1]?.number;
    const before = numbers[position - 1]?.number;
    if (next === number + 1 || before === number - 1) breaks.add(index);
  }
  return breaks;
}

function keyOf(text: string): string {
  const key = text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();
  return /\p{L}/u.test(key) ? key : '';
}
