import { type LineGap, TextLine } from './text-line.ts';

const lineEndPattern = /\r\n|[\n\r\u0085\u2028\u2029\f\v]/g;

/** Collects the lines of a text that are not blank. */
export class LineReader {
  readonly lines: TextLine[] = [];
  readonly #source: string;
  #gap: LineGap = 'none';

  constructor(source: string) {
    this.#source = source;
  }

  /**
   * Reads a part of the source that ends at the end of a line or at markup that ends a line.
   *
   * @returns the lines read
   */
  read(startIndex: number, endIndex: number): TextLine[] {
    const first = this.lines.length;
    let start = startIndex;
    for (const { 0: lineEnd, index } of this.#source.slice(startIndex, endIndex).matchAll(lineEndPattern)) {
      this.#readLine(start, startIndex + index);
      if (lineEnd === '\f') this.#gap = 'page';
      else if (lineEnd === '\u2029') this.separate();
      start = startIndex + index + lineEnd.length;
    }
    this.#readLine(start, endIndex);
    return this.lines.slice(first);
  }

  /**
   * Reads a part of the source as one line, whose line breaks are white space as in HTML.
   *
   * @returns the line, unless the part is blank, which separates the next line
   */
  readPassage(startIndex: number, endIndex: number): TextLine[] {
    const passage = this.#source.slice(startIndex, endIndex).replace(/[\n\r\t\f\v\u0085\u2028\u2029]/g, ' ');
    const text = passage.trim();
    if (text === '') {
      this.separate();
      return [];
    }
    const indent = passage.indexOf(text.charAt(0));
    const line = new TextLine(text, startIndex + indent, 0, this.#gap);
    this.lines.push(line);
    this.#gap = 'none';
    return [line];
  }

  /** Separates the next line from the one before, as a blank line does. */
  separate(): void {
    if (this.#gap === 'none') this.#gap = 'blank';
  }

  #readLine(start: number, end: number): void {
    const line = this.#source.slice(start, end);
    const text = line.trim();
    if (text === '') {
      // The part of a line between two tags is not a blank line.
      if (start > 0 && /[\n\r]/.test(this.#source.charAt(start - 1))) this.separate();
      return;
    }
    const indent = line.startsWith(text) ? 0 : line.indexOf(text.charAt(0));
    this.lines.push(new TextLine(text, start + indent, columnsOf(line, indent), this.#gap));
    this.#gap = 'none';
  }
}

/** Reads the lines of a text that are not blank. */
export function readLines(source: string): TextLine[] {
  const reader = new LineReader(source);
  reader.read(0, source.length);
  return reader.lines;
}

/** A tab counts as four columns. */
function columnsOf(line: string, length: number): number {
  let columns = 0;
  for (let index = 0; index < Math.min(length, 80); index++) columns += line.charAt(index) === '\t' ? 4 : 1;
  return columns;
}
