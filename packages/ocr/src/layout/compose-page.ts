import { type BoundingBox, boundsOf, type Point, type Quadrilateral } from '../geometry/point.ts';
import { cornersOf } from '../geometry/rotated-rectangle.ts';
import type { ImageRotation } from '../image/rgb-image.ts';
import { isRightToLeft } from '../recognition/bidi-class.ts';
import { buildParagraphs } from './build-paragraphs.ts';
import { buildRows } from './build-rows.ts';
import { flattenPage } from './flattening/flatten-page.ts';
import { type SegmentWord, wordsOf } from './line-words.ts';
import { orderBlocks } from './order-blocks.ts';
import { removeOverlaps } from './remove-overlaps.ts';
import { type FlatSegment, type Segment, textOf } from './segment.ts';
import { meanConfidence, selectReadable } from './select-readable.ts';
import { findTables } from './tables/find-tables.ts';
import { unifyArabic } from './unify-arabic.ts';
import { unifyNotation } from './unify-notation.ts';

/** A word with its position. Offsets count UTF-16 units of the whole text; `endIndex` is exclusive. */
export interface OcrWord {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  /** In pixels of the displayed page. */
  readonly box: BoundingBox;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** A line of text with its position. Offsets count UTF-16 units of the whole text; `endIndex` is exclusive. */
export interface OcrLine {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  /** Number of its page, from 1. */
  readonly page: number;
  /** In pixels of the displayed page. */
  readonly box: BoundingBox;
  /** Its corners, from the top left of the text clockwise. */
  readonly quadrilateral: Quadrilateral;
  /** Expected share of correct characters, from 0 to 1. */
  readonly confidence: number;
  readonly words: readonly OcrWord[];
}

/** A table with its position. Offsets are those of its lines in the whole text; `endIndex` is exclusive. */
export interface OcrTable {
  /** Number of its page, from 1. */
  readonly page: number;
  readonly startIndex: number;
  readonly endIndex: number;
  /** In pixels of the displayed page. */
  readonly box: BoundingBox;
  /** Text of the cells, row by row; empty where a row has none. All rows have as many cells. */
  readonly rows: readonly (readonly string[])[];
}

/** The segments of a page, and the page. */
export interface PageToCompose {
  readonly segments: readonly Segment[];
  /** Size of the upright image in which the regions are. */
  readonly uprightWidth: number;
  readonly uprightHeight: number;
  /** Size of the displayed image, and the clockwise rotation that makes it upright. */
  readonly width: number;
  readonly height: number;
  readonly rotation: ImageRotation;
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

type Transform = (point: Point) => Point;

/** Undoes the rotation and the reduction with which a page was read; points are clipped to the page. */
function displayTransform({
  rotation,
  width,
  height,
  uprightWidth,
  uprightHeight,
}: PageToCompose): Transform {
  const isTurned = rotation === 90 || rotation === 270;
  const scale = width / (isTurned ? uprightHeight : uprightWidth);
  return ({ x, y }) => {
    let [left, top] = [x, y];
    if (rotation === 90) [left, top] = [y, uprightWidth - x];
    else if (rotation === 180) [left, top] = [uprightWidth - x, uprightHeight - y];
    else if (rotation === 270) [left, top] = [uprightHeight - y, x];
    return { x: clip(left * scale, width), y: clip(top * scale, height) };
  };
}

const clip = (value: number, max: number): number => Math.min(max, Math.max(0, Math.round(value)));

function composeLine(
  row: readonly FlatSegment[],
  page: number,
  startIndex: number,
  toDisplayed: Transform,
): OcrLine {
  let text = '';
  const words: OcrWord[] = [];
  const isReversed = isRightToLeft(row.flatMap(({ segment }) => [...textOf(segment)]));
  for (const { segment, continuesWord } of isReversed ? row.toReversed() : row) {
    for (const [index, word] of wordsOf(segment).entries()) {
      const before = words.at(-1);
      const isContinued = index === 0 && continuesWord === true && before !== undefined;
      if (text !== '' && !isContinued) text += ' ';
      const placed = toWord(word, startIndex + text.length, toDisplayed);
      if (isContinued) words[words.length - 1] = joinParts(before, placed);
      else words.push(placed);
      text += word.text;
    }
  }
  const corners = quadrilateralOf(row).map(toDisplayed) as unknown as Quadrilateral;
  return {
    text,
    startIndex,
    endIndex: startIndex + text.length,
    page,
    box: boundsOf(corners),
    quadrilateral: corners,
    confidence: meanConfidence(row.map(({ segment }) => segment)),
    words,
  };
}

function composeTable(lines: readonly OcrLine[], rows: OcrTable['rows']): OcrTable {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A table needs a line.');
  const { page, startIndex } = first;
  const box = boundsOf(lines.flatMap(({ quadrilateral }) => quadrilateral));
  return { page, startIndex, endIndex: last.endIndex, box, rows };
}

function toWord(
  { text, probability, quadrilateral }: SegmentWord,
  startIndex: number,
  toDisplayed: Transform,
): OcrWord {
  return {
    text,
    startIndex,
    endIndex: startIndex + text.length,
    box: boundsOf(quadrilateral.map(toDisplayed)),
    confidence: probability,
  };
}

/** Joins the two parts of a word that is divided between segments. */
function joinParts(first: OcrWord, second: OcrWord): OcrWord {
  const corners = [first.box, second.box].flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ]);
  const [length, added] = [first.text.length, second.text.length];
  return {
    text: first.text + second.text,
    startIndex: first.startIndex,
    endIndex: second.endIndex,
    box: boundsOf(corners),
    confidence: (first.confidence * length + second.confidence * added) / (length + added),
  };
}

/** From the left side of the first segment to the right side of the last. */
function quadrilateralOf(row: readonly FlatSegment[]): Quadrilateral {
  const [first, last] = [row[0]?.segment.region, row.at(-1)?.segment.region];
  if (first === undefined || last === undefined) throw new RangeError('A line needs a segment.');
  const [topLeft, , , bottomLeft] = cornersOf(first.rectangle);
  const [, topRight, bottomRight] = cornersOf(last.rectangle);
  return [topLeft, topRight, bottomRight, bottomLeft];
}
