import { findBodySize } from './find-body-size.ts';
import type { PdfLine } from './group-text-lines.ts';

/** Lines at the top and at the bottom of a page that may be running headers or footers. */
const edgeLines = 3;
/** Minimum number of pages, and share of all pages, on which a running line is repeated. */
const pagesMin = 3;
const shareMin = 0.4;
/** Minimum number of pages for a line in a smaller font than the body, relative to which it has at most this size. */
const smallPagesMin = 2;
const smallSizeMax = 0.9;

/**
 * Removes running headers, footers and page numbers: lines at the edge of a page whose text, ignoring numbers, is repeated
 * at the same height on many pages.
 */
export function removeRunningHeaders(pages: readonly (readonly PdfLine[])[]): (readonly PdfLine[])[] {
  const edges = pages.map(edgesOf);
  const counts = new Map<string, number>();
  for (const edge of edges) {
    for (const key of new Set([...edge].map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const smallSize = findBodySize(pages) * smallSizeMax;
  const neededFor = ({ fontSize }: PdfLine): number =>
    Math.max(fontSize <= smallSize ? smallPagesMin : pagesMin, pages.length * shareMin);
  const kept = pages.map((page, index) =>
    page.filter((line) => {
      if (!edges[index]?.has(line)) return true;
      return (
        (counts.get(keyOf(line)) ?? 0) < neededFor(line) && !(pages.length > 1 && isPageNumber(line.text))
      );
    }),
  );
  // Identical pages, such as labels, consist only of repeated lines, which are their content.
  return kept.some((page) => page.length > 0) ? kept : [...pages];
}

function edgesOf(page: readonly PdfLine[]): Set<PdfLine> {
  const sorted = [...page].sort((left, right) => right.baseline - left.baseline);
  return new Set([...sorted.slice(0, edgeLines), ...sorted.slice(-edgeLines)]);
}

/** Identifies a line by its text and its height to the nearest 8 points; left and right pages mirror each other. */
function keyOf(line: PdfLine): string {
  return `${Math.round(line.baseline / 8)} ${line.text.replace(/\p{N}+/gu, '#').toLowerCase()}`;
}

function isPageNumber(text: string): boolean {
  return /^(?:[-–—]\s*)?(?:page|p\.|seite|página|pagina)?\s*(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|of|von|de|di)\s*\d{1,4})?(?:\s*[-–—])?$/iu.test(
    text,
  );
}
