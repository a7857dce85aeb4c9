import { ImageError } from '../image/image-error.ts';

/**
 * Parses a selection of pages, such as `1-3,5`.
 *
 * @param ranges undefined for all pages
 * @param pagesMax maximum number of selected pages
 * @returns page numbers from 1, ascending, each once
 * @throws ImageError `invalid_pages`, or `too_large` if there are more pages than the maximum
 */
export function parsePageRanges(ranges: string | undefined, pageCount: number, pagesMax: number): number[] {
  const numbers = ranges === undefined ? allPages(pageCount) : selectPages(ranges, pageCount);
  if (numbers.length > pagesMax) {
    const advice = `select at most ${pagesMax} with \`pages\`, such as 1-${pagesMax}`;
    throw new ImageError('too_large', `${numbers.length} pages are too many for one request: ${advice}.`);
  }
  return numbers;
}

const allPages = (pageCount: number): number[] => Array.from({ length: pageCount }, (_, index) => index + 1);

function selectPages(ranges: string, pageCount: number): number[] {
  const selected = new Set<number>();
  for (const range of ranges.split(',')) {
    const match = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})?\s*)?$/.exec(range);
    const first = Number(match?.[1]);
    const last = match?.[2] === undefined ? (range.includes('-') ? pageCount : first) : Number(match[2]);
    if (match === null || first < 1 || last < first)
      throw invalid(`${JSON.stringify(range)} is not a page or range`);
    if (last > pageCount) throw invalid(`page ${last} does not exist: there ${countOf(pageCount)}`);
    for (let number = first; number <= last; number += 1) selected.add(number);
  }
  return [...selected].toSorted((a, b) => a - b);
}

const countOf = (pageCount: number): string => (pageCount === 1 ? 'is 1 page' : `are ${pageCount} pages`);

const invalid = (problem: string): ImageError =>
  new ImageError('invalid_pages', `pages: ${problem} (example: 1-3,5).`);
