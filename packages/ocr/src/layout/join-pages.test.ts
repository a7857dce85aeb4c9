import { describe, expect, it } from 'vitest';
import { composePage } from './compose-page.ts';
import { setText } from './fixtures/set-text.ts';
import { joinPages, type ReadPage } from './join-pages.ts';

const size = { width: 500, height: 300, rotation: 0 } as const;

function readPage(number: number, lines: readonly string[], confidence = 0.9): ReadPage {
  const segments = setText(lines, { confidence, top: 20 }).map(({ segment }) => segment);
  const page = { ...size, uprightWidth: 500, uprightHeight: 300, segments, number };
  return { ...composePage(page), ...size, number };
}

describe('joinPages', () => {
  it('moves the offsets of lines, words and tables by the pages before', () => {
    const table = ['1  green tea   14.80', '2  red wine    19.40', '3  water       50.60'];
    const { text, lines, tables, pages } = joinPages([readPage(1, ['Hello there']), readPage(2, table)]);
    expect(text.startsWith('Hello there\n\n1 green tea 14.80\n')).toBe(true);
    for (const line of lines) {
      expect(text.slice(line.startIndex, line.endIndex)).toBe(line.text);
      for (const word of line.words) expect(text.slice(word.startIndex, word.endIndex)).toBe(word.text);
    }
    expect(tables.map(({ page, startIndex, endIndex }) => [page, text.slice(startIndex, endIndex)])).toEqual([
      [2, '1 green tea 14.80\n2 red wine 19.40\n3 water 50.60'],
    ]);
    expect(pages.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex).length)).toEqual([
      11, 48,
    ]);
  });

  it('skips empty pages and weights the confidence by length', () => {
    const { text, confidence, pages } = joinPages([
      readPage(1, []),
      readPage(2, ['abcdefghi'], 1),
      readPage(3, ['x'], 0.8),
    ]);
    expect(text).toBe('abcdefghi\n\nx');
    expect(pages.map(({ startIndex, endIndex }) => [startIndex, endIndex])).toEqual([
      [0, 0],
      [0, 9],
      [11, 12],
    ]);
    expect(confidence).toBeCloseTo(0.98, 6);
  });

  it('warns of pages that could not be read', () => {
    const unread = readPage(2, ['xqzv jjkw pplt mmnw'], 0.4);
    expect(joinPages([readPage(1, ['Hello']), unread]).warnings).toMatchObject([
      { code: 'unreadable_text', message: expect.stringContaining('page 2') },
    ]);
    expect(joinPages([readPage(1, ['Hello'])]).warnings).toEqual([]);
  });
});
