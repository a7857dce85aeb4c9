import { boundsOf } from '../geometry/point.ts';
import { isRightToLeft } from '../recognition/bidi-class.ts';
import { buildParagraphs } from './build-paragraphs.ts';
import { composeLine } from './compose-line.ts';
import type { OcrLine, OcrTable } from './composed-text.ts';
import { type DisplayedPage, displayTransform } from './displayed-page.ts';
import { flattenPage } from './flattening/flatten-page.ts';
import { orderBlocks } from './order-blocks.ts';
import { removeOverlaps } from './remove-overlaps.ts';
import { buildRows } from './segments/build-rows.ts';
import { type Segment, textOf } from './segments/segment.ts';
import { selectReadable } from './select-readable.ts';
import { findTables } from './tables/find-tables.ts';
import { unifyArabic } from './unify-arabic.ts';
import { unifyNotation } from './unify-notation.ts';

export type { OcrLine, OcrTable, OcrWord } from './composed-text.ts';

/** The segments of a page, and the page. */
export interface PageToCompose extends DisplayedPage {
  readonly segments: readonly Segment[];
  /** Number of the page, from 1. */
  readonly number: number;
}

/** The text of a page. Offsets are those of the page's text. */
export interface ComposedPage {
  readonly text: string;
  readonly lines: readonly OcrLine[];
  readonly tables: readonly OcrTable[];
  /** Expected share of correct characters, from 0 to 1; characters that could not be read count. 0 without text. */
  readonly confidence: number;
  /** Whether a large part of the page looks like text, but could not be read. */
  readonly unreadable: boolean;
}

/** Brings the segments of a page into reading order and composes its text. */
export function composePage(page: PageToCompose): ComposedPage {
  const { segments, unreadable, confidence } = selectReadable(page.segments);
  const readable = unifyNotation(unifyArabic(segments));
  const flat = flattenPage(readable, page.uprightWidth, page.uprightHeight);
  const toDisplayed = displayTransform(page);
  const pageIsRightToLeft = isRightToLeft(readable.map(textOf).flatMap((text) => [...text]));
  const blocks = orderBlocks(flat, pageIsRightToLeft);
  let text = '';
  const lines: OcrLine[] = [];
  const tables: OcrTable[] = [];
  const orderCells = (rows: OcrTable['rows']): OcrTable['rows'] =>
    pageIsRightToLeft ? rows.map((cells) => cells.toReversed()) : rows;
  for (const block of blocks) {
    const rows = buildRows(block)
      .map(removeOverlaps)
      .filter((row) => row.length > 0);
    const firstLine = lines.length;
    for (const paragraph of buildParagraphs(rows)) {
      for (const [index, row] of paragraph.entries()) {
        if (text !== '') text += index === 0 ? '\n\n' : '\n';
        const line = composeLine(row, page.number, text.length, toDisplayed);
        text += line.text;
        lines.push(line);
      }
    }
    // Each row is a line.
    for (const { from, to, rows: cells } of findTables(rows))
      tables.push(composeTable(lines.slice(firstLine + from, firstLine + to), orderCells(cells)));
  }
  return {
    text,
    lines,
    tables,
    confidence,
    unreadable,
  };
}

function composeTable(lines: readonly OcrLine[], rows: OcrTable['rows']): OcrTable {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A table needs a line.');
  const { page, startIndex } = first;
  const box = boundsOf(lines.flatMap(({ quadrilateral }) => quadrilateral));
  return { page, startIndex, endIndex: last.endIndex, box, rows };
}
