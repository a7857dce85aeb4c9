import type { PdfLine } from './group-text-lines.ts';

/** How many lines at the top and at the bottom of a page may be running heads and feet. */
const edgeLines = 3;
const pagesMin = 3;
const shareMin = 0.4;

/**
 * Takes away running heads, feet and page numbers: lines at the edge of a page whose text, but for its numbers,
 * stands at the same height on many others.
 */
export function removeRunningHeaders(pages: readonly (readonly PdfLine[])[]): (readonly PdfLine[])[] {
  const edges = pages.map(edgesOf);
  const counts = new Map<string, number>();
  for (const edge of edges) {
    for (const key of new Set([...edge].map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = Math.max(pagesMin, pages.length * shareMin);
  const kept = pages.map((page, index) =>
    page.filter((line) => {
      if (!edges[index]?.has(line)) return true;
      return (counts.get(keyOf(line)) ?? 0) < needed && !(pages.length > 1 && isPageNumber(line.text));
    }),
  );
  // Pages that are all alike, such as labels, are no running lines.
  return kept.some((page) => page.length > 0) ? kept : [...pages];
}

function edgesOf(page: readonly PdfLine[]): Set<PdfLine> {
  const sorted = [...page].sort((left, right) => right.bottom - left.bottom);
  return new Set([...sorted.slice(0, edgeLines), ...sorted.slice(-edgeLines)]);
}

/** Left and right pages mirror each other, so only the height counts, to the nearest 8 points. */
function keyOf(line: PdfLine): string {
  return `${Math.round(line.bottom / 8)} ${line.text.replace(/\p{N}+/gu, '#').toLowerCase()}`;
}

function isPageNumber(text: string): boolean {
  return /^(?:[-–—]\s*)?(?:page|p\.|seite|página|pagina)?\s*(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|of|von|de|di)\s*\d{1,4})?(?:\s*[-–—])?$/iu.test(
    text,
  );
}
