/**
 * Parses a selection of pages, such as `1-3,5` or `7-`.
 *
 * @param ranges undefined for all pages
 * @returns page numbers from 1, ascending, each once
 * @throws RangeError for a malformed selection or a page that does not exist
 */
export function parsePageRanges(ranges: string | undefined, pageCount: number): number[] {
  if (ranges === undefined) return Array.from({ length: pageCount }, (_, index) => index + 1);
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

const invalid = (problem: string): RangeError => new RangeError(`pages: ${problem} (example: 1-3,5).`);
