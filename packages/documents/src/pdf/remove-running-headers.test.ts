import { describe, expect, it } from 'vitest';
import type { PdfLine } from './group-text-lines.ts';
import { removeRunningHeaders } from './remove-running-headers.ts';

const line = (text: string, baseline: number): PdfLine => ({
  text,
  left: 72,
  right: 300,
  baseline,
  fontSize: 11,
  segments: [],
});

const textsOf = (pages: readonly (readonly PdfLine[])[]) =>
  removeRunningHeaders(pages).map((page) => page.map(({ text }) => text));

describe('removeRunningHeaders', () => {
  it('removes lines repeated at the same height, whatever their numbers, and page numbers', () => {
    const pages = [1, 2, 3].map((number) => [
      line(`Yearbook ${number}`, 800),
      line(`Content of page ${'abc'[number - 1]}`, 500),
      line(String(number), 40),
    ]);
    expect(textsOf(pages)).toEqual([['Content of page a'], ['Content of page b'], ['Content of page c']]);
  });

  it('keeps the lines of identical pages', () => {
    expect(textsOf(Array(4).fill([line('Fragile glass', 400)]))).toEqual(Array(4).fill(['Fragile glass']));
  });

  it('keeps a number at the edge of a single page', () => {
    expect(textsOf([[line('Total', 800), line('42', 780)]])).toEqual([['Total', '42']]);
  });
});
