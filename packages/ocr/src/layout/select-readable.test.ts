import { describe, expect, it } from 'vitest';
import { setText } from './fixtures/set-text.ts';
import { meanConfidence, selectReadable } from './select-readable.ts';

const read = (text: string, confidence: number) =>
  setText([text], { confidence }).map(({ segment }) => segment);

describe('selectReadable', () => {
  it('leaves out noise on a readable page without a warning', () => {
    const { segments, unreadable } = selectReadable([
      ...read('a long line of clear text', 0.98),
      ...read('~', 0.3),
    ]);
    expect(segments).toHaveLength(1);
    expect(unreadable).toBe(false);
  });

  it('keeps only sure readings on a page in an unknown script, and reports it', () => {
    const page = [...read('xqzv jjkw pplt', 0.6), ...read('wvqx zzkj', 0.8), ...read('2025', 0.97)];
    const { segments, unreadable } = selectReadable(page);
    expect(segments).toEqual(page.slice(2));
    expect(unreadable).toBe(true);
  });

  it('returns nothing for a page without text', () => {
    expect(selectReadable([])).toEqual({ segments: [], unreadable: false });
  });
});

describe('meanConfidence', () => {
  it('weights segments by their characters', () => {
    expect(meanConfidence([...read('abcdefghi', 1), ...read('x', 0.5)])).toBeCloseTo(0.95, 6);
    expect(meanConfidence([])).toBe(0);
  });
});
