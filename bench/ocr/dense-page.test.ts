import { describe, expect, it } from 'vitest';
import { denseLines } from './dense-page.ts';

describe('denseLines', () => {
  it('fills 60 lines with whole words, none longer than 90 characters', () => {
    const lines = denseLines(
      Array.from({ length: 200 }, (_, index) => `Sentence ${index} has a few plain words.`),
    );
    expect(lines).toHaveLength(60);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(90);
    expect(Math.min(...lines.map(({ length }) => length))).toBeGreaterThan(75);
    expect(lines.join(' ')).toMatch(/^Sentence 0 has a few plain words\. Sentence 1/);
  });
});
