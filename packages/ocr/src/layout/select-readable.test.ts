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

  it('leaves out a doubtful line of letters from several scripts, such as text that is upside down', () => {
    const page = [...read('a long line of clear text', 0.98), ...read('או!!! นل', 0.63)];
    expect(selectReadable(page).segments).toEqual(page.slice(0, 1));
  });

  it('keeps only sure readings on a page in an unknown script, and reports it', () => {
    const page = [...read('xqzv jjkw pplt', 0.6), ...read('wvqx zzkj', 0.8), ...read('2025', 0.97)];
    const { segments, unreadable, confidence } = selectReadable(page);
    expect(segments).toEqual(page.slice(2));
    expect(unreadable).toBe(true);
    expect(confidence).toBeLessThan(0.5);
  });

  it('drops a sure single character where most of the page could not be read', () => {
    const page = [...read('qqqq wwww eeee', 0), ...read('zzzz xxxx', 0.3), ...read('o', 0.96)];
    expect(selectReadable(page)).toEqual({ segments: [], unreadable: true, confidence: 0 });
  });

  it('lowers the confidence of a page by the share that could not be read', () => {
    const page = [...read('the first line is clear', 0.98), ...read('scribble scrawl doodle!', 0.2)];
    expect(selectReadable(page).confidence).toBeCloseTo(0.49, 1);
    expect(selectReadable(page.slice(0, 1)).confidence).toBeCloseTo(0.98, 6);
  });

  it('returns nothing for a page without text', () => {
    expect(selectReadable([])).toEqual({ segments: [], unreadable: false, confidence: 0 });
  });
});

describe('meanConfidence', () => {
  it('weights segments by their characters', () => {
    expect(meanConfidence([...read('abcdefghi', 1), ...read('x', 0.5)])).toBeCloseTo(0.95, 6);
    expect(meanConfidence([])).toBe(0);
  });
});
