import { stripControlChars } from '../output/strip-control-chars.ts';

const barWidth = 24;
const columnsDefault = 80;

/** A stream that the bar is drawn on, such as stderr. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Draws the progress of many files as one line of a terminal, and problems above it; elsewhere only the problems. */
export class ProgressBar {
  readonly #stream: ProgressStream;
  readonly #total: number;
  #done = 0;
  #line = '';

  constructor(stream: ProgressStream, total: number) {
    this.#stream = stream;
    this.#total = total;
    this.#draw('');
  }

  /** Counts a file as done. */
  advance(name: string): void {
    this.#done += 1;
    this.#draw(name);
  }

  /** Writes a line that stays. */
  report(text: string): void {
    this.#clear();
    this.#stream.write(`${oneLine(text)}\n`);
    if (this.#line !== '') this.#stream.write(this.#line);
  }

  /** Removes the bar. */
  end(): void {
    this.#clear();
    this.#line = '';
  }

  #draw(name: string): void {
    if (this.#stream.isTTY !== true) return;
    const filled = this.#total === 0 ? barWidth : Math.round((barWidth * this.#done) / this.#total);
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${this.#done}/${this.#total} `;
    const columns = (this.#stream.columns ?? columnsDefault) - 1;
    this.#clear();
    this.#line = [...`${bar}${oneLine(name)}`].slice(0, columns).join('');
    this.#stream.write(this.#line);
  }

  #clear(): void {
    if (this.#line !== '') this.#stream.write('\r\u001b[2K');
  }
}

const oneLine = (text: string): string => stripControlChars(text).replace(/\s+/g, ' ').trim();
