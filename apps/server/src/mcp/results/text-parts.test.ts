import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, partLengthMax } from './text-parts.ts';

/** Reads all parts of a text. */
function readParts(text: string): string[] {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const part = cutText('quern://results/convert/out_1', text, cursor);
    parts.push(part.text);
    cursor = part.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return parts;
}

describe('cutText', () => {
  it('returns parts that together are the text, none of which ends within a character', () => {
    const texts = fc
      .tuple(fc.integer({ min: 0, max: 3 * partLengthMax }), fc.constantFrom('a', '\u{1F600}', 'a\u{1F600}'))
      .map(([length, unit]) => unit.repeat(Math.ceil(length / unit.length)));
    fc.assert(
      fc.property(texts, (text) => {
        const parts = readParts(text);
        expect(parts.join('')).toBe(text);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(partLengthMax);
          expect(part.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('returns an empty last part for a cursor after the end', () => {
    expect(cutText('u', 'abc', '99')).toEqual({ uri: 'u', text: '', nextCursor: null });
  });

  it.each(['', '-1', '1.5', 'x', '1'.repeat(30), ' 1'])('rejects the cursor %j', (cursor) => {
    expect(() => cutText('u', 'abc', cursor)).toThrow('is not a cursor');
  });
});
