import { findTables, type PdfElement } from './find-tables.ts';
import type { PdfLine } from './group-text-lines.ts';
import { headingSizeMin, headingSizeTolerance } from './heading-sizes.ts';
import { type ListMarker, listMarkerOf } from './list-marker.ts';

/** Maximum distance between baselines within a paragraph, relative to the font size. */
const leadingMax = 1.75;

/** Lines that belong together. */
export interface PdfParagraph {
  readonly kind: 'paragraph';
  /** With hyphenated words joined; `\n` where a line is not continued by the next. */
  text: string;
  readonly first: PdfLine;
  /** Left edge of the second line, if any. */
  secondLeft?: number;
  lineCount: number;
  /** The marker that the text begins with, which makes the paragraph a possible list item. */
  readonly marker: ListMarker | undefined;
  /** Whether it follows the paragraph before directly. */
  readonly isAdjacent: boolean;
}

/** A table among the paragraphs. */
export type PdfTable = Extract<PdfElement, { kind: 'table' }>;

/**
 * Joins the lines of pages without running headers to paragraphs and tables.
 *
 * @param bodySize font size of the body, in points
 */
export function reconstructParagraphs(
  pages: readonly (readonly PdfLine[])[],
  bodySize: number,
): (PdfParagraph | PdfTable)[] {
  const joiner = new LineJoiner(hyphenatedWords(pages), bodySize);
  for (const page of pages) {
    const width = page.reduce((widest, line) => Math.max(widest, line.right - line.left), 0);
    joiner.startPage(width);
    for (const element of findTables(page)) {
      if (element.kind === 'table') joiner.addTable(element);
      else joiner.addLine(element.line);
    }
  }
  return joiner.finish();
}

/** Joins lines to paragraphs. */
class LineJoiner {
  readonly #hyphenated: ReadonlySet<string>;
  readonly #bodySize: number;
  readonly #found: (PdfParagraph | PdfTable)[] = [];
  /** The open paragraph, its parts, and its last line. */
  #open: PdfParagraph | undefined;
  #parts: string[] = [];
  #before: PdfLine | undefined;
  #isNewPage = false;
  #pageWidth = 0;

  constructor(hyphenated: ReadonlySet<string>, bodySize: number) {
    this.#hyphenated = hyphenated;
    this.#bodySize = bodySize;
  }

  /** @param width width of the widest line in points */
  startPage(width: number): void {
    this.#isNewPage = true;
    this.#pageWidth = width;
  }

  addTable(table: PdfTable): void {
    this.#close();
    this.#found.push(table);
    this.#isNewPage = false;
  }

  addLine(line: PdfLine): void {
    const relation = this.#relationOf(line);
    this.#isNewPage = false;
    const marker = relation === 'continues' ? undefined : listMarkerOf(line);
    const open = this.#open;
    const endsItem = open?.marker !== undefined && !isHanging(open, line.left);
    const isAdjacent = relation === 'new-line' && (marker !== undefined || endsItem);
    if (!open || relation === 'separate' || isAdjacent) {
      this.#close();
      this.#parts = [line.text];
      this.#open = { kind: 'paragraph', text: '', first: line, lineCount: 1, marker, isAdjacent };
      this.#before = line;
      return;
    }
    open.secondLeft ??= line.left;
    open.lineCount++;
    this.#before = line;
    if (relation === 'new-line') this.#parts.push('\n', line.text);
    else this.#continue(line.text);
  }

  #relationOf(line: PdfLine): LineRelation {
    const before = this.#before;
    if (!before || this.#isOtherHeading(before, line)) return 'separate';
    return relate(before, line, this.#isNewPage, this.#pageWidth);
  }

  /** Whether a line of a heading is followed by a heading of another level. */
  #isOtherHeading(before: PdfLine, line: PdfLine): boolean {
    if (before.fontSize < this.#bodySize * headingSizeMin || continuesSentence(before, line)) return false;
    return Math.abs(before.fontSize - line.fontSize) > before.fontSize * headingSizeTolerance;
  }

  finish(): (PdfParagraph | PdfTable)[] {
    this.#close();
    return this.#found;
  }

  #close(): void {
    if (this.#open) this.#found.push({ ...this.#open, text: this.#parts.join('') });
    this.#open = undefined;
    this.#before = undefined;
  }

  /** Adds a line that continues the sentence of the last one, whose last word may be hyphenated. */
  #continue(line: string): void {
    const last = this.#parts.pop() ?? '';
    if (last.endsWith('\u00ad')) {
      this.#parts.push(last.slice(0, -1), line);
      return;
    }
    const head = /\p{L}+(?=[-‐]$)/u.exec(last.slice(-40))?.[0];
    const tail = /^\p{Ll}+/u.exec(line)?.[0];
    if (head === undefined || tail === undefined) this.#parts.push(last, ' ', line);
    else if (this.#hyphenated.has(`${head}-${tail}`.toLowerCase())) this.#parts.push(last, line);
    else this.#parts.push(last.slice(0, -1), line);
  }
}

/** The end of a line of a table of contents: dots and a page number. */
const leaderPattern = /\.\s?\.\s?\.\s?(?:\d+|[ivxlc]+)$/i;
const leaderLength = 20;

/** How a line follows another: it continues the sentence, is a new line of the same block, or starts a separate block. */
type LineRelation = 'continues' | 'new-line' | 'separate';

function relate(before: PdfLine, line: PdfLine, isNewPage: boolean, width: number): LineRelation {
  const size = Math.max(before.fontSize, line.fontSize);
  const drop = before.baseline - line.baseline;
  const isContinued = continuesSentence(before, line);
  const hasSameSize = Math.abs(before.fontSize - line.fontSize) <= size * 0.15;
  if (isNewPage || drop <= 0)
    return isContinued && hasSameSize && isFull(before, width) ? 'continues' : 'separate';
  if (drop > size * leadingMax || !hasSameSize) return 'separate';
  if (leaderPattern.test(before.text.slice(-leaderLength))) return 'new-line';
  if (listMarkerOf(line) || /^[a-z][.)]\s/u.test(line.text)) return 'new-line';
  if (isContinued || before.text.endsWith('-')) return 'continues';
  const isIndented = line.left - before.left > size * 0.8;
  if (isIndented && !listMarkerOf(before) && /[.!?:]["”’)]?$/u.test(before.text)) return 'separate';
  return isFull(before, Math.max(line.right - line.left, before.right - before.left))
    ? 'continues'
    : 'new-line';
}

function continuesSentence(before: PdfLine, line: PdfLine): boolean {
  return /^[\p{Ll}(]/u.test(line.text) && !/[.!?:]["”’)]?$/u.test(before.text);
}

/** Whether a line is about as wide as its block, so that it was broken for lack of space. */
function isFull(line: PdfLine, width: number): boolean {
  return line.right - line.left > width * 0.75;
}

/** Whether a line is indented below the marker of a list item. */
export function isHanging({ first }: Pick<PdfParagraph, 'first'>, left: number): boolean {
  return left > first.left + first.fontSize * 0.3;
}

/** Words with a hyphen within a line. They keep it where a line ends at the hyphen. */
function hyphenatedWords(pages: readonly (readonly PdfLine[])[]): Set<string> {
  const words = new Set<string>();
  for (const page of pages) {
    for (const { text } of page) {
      for (const [word] of text.matchAll(/\p{L}+-\p{L}+/gu)) words.add(word.toLowerCase());
    }
  }
  return words;
}
