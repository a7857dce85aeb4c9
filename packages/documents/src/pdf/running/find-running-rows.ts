import { groupRows, type Row } from '../lines/group-rows.ts';
import { textOfWords } from '../lines/line.ts';
import { medianOf, type Word } from '../words/word.ts';
import { isPageNumber, withoutNumbers } from './page-number.ts';

/** A page whose running heads and feet are to be found. */
export interface RunningPage {
  readonly number: number;
  readonly height: number;
  readonly words: readonly Word[];
  /** Whether sizes are measured on an image, so that small differences mean nothing. */
  readonly isRecognized?: boolean;
}

/** Heads and feet are in these parts of the page, and in at most this number of rows. */
const zoneShare = 0.18;
const zoneRows = 4;
/** Distance at which rows of several pages are at the same place, in points. */
const placeTolerance = 4;
/** Pages that are compared with a page: those around it, since heads change with the chapter. */
const nearPages = 12;

interface Candidate {
  readonly page: number;
  readonly words: readonly Word[];
  readonly text: string;
  readonly key: string;
  /** Distance of the baseline from the nearest edge of the page. */
  readonly place: number;
  readonly size: number;
  /** Distance to the next row toward the middle of the page, in font sizes. */
  readonly gap: number;
  readonly hasColumns: boolean;
  readonly isRecognized: boolean;
  /** Number of the physical page: what a page number should be near to. */
  readonly pageNumber: number;
}

/** Finds the words of running heads, feet and page numbers: rows near an edge that other pages have too. */
export function findRunningWords(pages: readonly RunningPage[]): Set<Word> {
  const running = new Set<Word>();
  const bodySize = medianOf(pages.flatMap(({ words }) => words.slice(0, sampleMax).map(({ size }) => size)));
  const rowsOfPages = pages.map(({ words }) => groupRows(words));
  for (const edge of ['top', 'bottom'] as const) {
    const zones = pages.map((page, index) => zoneOf(page, index, rowsOfPages[index] ?? [], edge));
    const found = new Map<number, Candidate[]>();
    for (let depth = 0; depth < zoneRows; depth += 1) {
      for (const [index, zone] of zones.entries()) {
        const candidate = zone[depth];
        const before = found.get(index) ?? [];
        // Rows are running only if all rows outside of them are.
        if (candidate === undefined || before.length < depth) continue;
        if (isRunning(candidate, zones, edge, bodySize, pages.length))
          found.set(index, [...before, candidate]);
      }
    }
    for (const [index, candidates] of found) {
      // A page of nothing else is a label, not a page with a head.
      if (
        candidates.length >= (rowsOfPages[index]?.length ?? 0) &&
        pages.length > 1 &&
        !candidates.every(({ text }) => isPageNumber(text))
      )
        continue;
      for (const { words } of candidates) for (const word of words) running.add(word);
    }
  }
  return running;
}

const sampleMax = 400;

function zoneOf(
  { height, isRecognized = false, number }: RunningPage,
  page: number,
  rows: readonly Row<Word>[],
  edge: 'top' | 'bottom',
): Candidate[] {
  const ordered = edge === 'top' ? rows : rows.toReversed();
  const candidates: Candidate[] = [];
  for (const [index, row] of ordered.slice(0, zoneRows).entries()) {
    const place = edge === 'top' ? row.baseline : height - row.baseline;
    if (place > height * zoneShare) break;
    const next = ordered[index + 1];
    const text = textOfWords(row.items);
    candidates.push({
      page,
      words: row.items,
      text,
      key: withoutNumbers(text),
      place,
      size: row.size,
      gap: next ? Math.abs(next.baseline - row.baseline) / Math.max(row.size, 1) : Infinity,
      hasColumns: next !== undefined && countParts(row) >= 3 && countParts(next) >= 3,
      isRecognized,
      pageNumber: number,
    });
  }
  return candidates;
}

function isRunning(
  candidate: Candidate,
  zones: readonly (readonly Candidate[])[],
  edge: 'top' | 'bottom',
  bodySize: number,
  pageCount: number,
): boolean {
  const { text, key, page, gap, size } = candidate;
  if (pageCount === 1) return isLonelyMargin(candidate, edge, bodySize);
  const isNumber = isPageNumber(text);
  if (candidate.hasColumns && gap < 2 && !isNumber) return false;
  const near = zones
    .slice(Math.max(0, page - nearPages), page + nearPages + 1)
    .flat()
    .filter((other) => other.page !== page && isSamePlace(other, candidate));
  if (near.some((other) => other.key === key && similarSize(other, candidate))) {
    // Body text that is the same on a few pages has its own distance to the next line.
    return gap >= 1.2 || isNumber;
  }
  if (isNumber && near.some((other) => isPageNumber(other.text))) return true;
  if (
    isNumber &&
    (edge === 'bottom' || gap > 1.6) &&
    Number(text.replace(/\D/g, '')) === candidate.pageNumber
  )
    return true;
  if (near.some((other) => shareOneEnd(other.text, text) && similarSize(other, candidate)) && gap >= 1.5)
    return true;
  return isChangingHead(candidate, near, bodySize, size);
}

/** Heads that name the chapter: at the same place on most pages around, away from the text, in a small or other font. */
function isChangingHead(
  { gap, words, page }: Candidate,
  near: readonly Candidate[],
  bodySize: number,
  size: number,
): boolean {
  const pages = new Set(near.filter((other) => other.gap >= 1.7).map((other) => other.page));
  if (gap < 1.7 || pages.size < 2) return false;
  const isPlain = Math.abs(size - bodySize) < 0.05 * bodySize && !words.every(({ look }) => look.isItalic);
  return size <= bodySize * 1.02 && (!isPlain || pages.size >= 3) && page >= 0 && words.length <= 14;
}

/** The head or foot of a single page: alone near the edge, small, or a page number. */
function isLonelyMargin(
  { text, gap, place, size, isRecognized, pageNumber }: Candidate,
  edge: 'top' | 'bottom',
  bodySize: number,
): boolean {
  if (gap < 2.5) return false;
  if (isPageNumber(text)) return edge === 'bottom' && (/\D/.test(text.trim()) || Number(text) === pageNumber);
  if (text.length > 80) return false;
  const isSmall = size <= bodySize * (isRecognized ? 0.88 : 0.9);
  if (edge === 'bottom' && isSmall && /(?:^|[\s/|·–-])\d{1,3}$/.test(text)) return true;
  return edge === 'top' && isSmall && place < 56 && gap > 2.5;
}

const isSamePlace = (a: Candidate, b: Candidate): boolean =>
  Math.abs(a.place - b.place) <= (a.isRecognized || b.isRecognized ? placeTolerance * 3 : placeTolerance);

const similarSize = (a: Candidate, b: Candidate): boolean =>
  a.isRecognized || b.isRecognized || Math.abs(a.size - b.size) < 0.1 * Math.max(a.size, b.size);

/** Whether two texts share a long beginning or end, apart from a page number. */
function shareOneEnd(a: string, b: string): boolean {
  const [one, other] = [withoutNumbers(a), withoutNumbers(b)];
  const length = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < length && one[start] === other[start]) start += 1;
  while (end < length && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(start, end) >= Math.max(8, length * 0.6);
}

function countParts({ items, size }: Row<Word>): number {
  return items.filter((item, index) => index === 0 || item.left - (items[index - 1]?.right ?? 0) > size)
    .length;
}
