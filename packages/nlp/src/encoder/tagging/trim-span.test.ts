import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trimSpan } from './trim-span.ts';

describe('trimSpan', () => {
  it.each([
    [' “Ann Lee”, ', 'Ann Lee'],
    ["'Titanic'", 'Titanic'],
    ['Jones’', 'Jones'],
    ['Apple Inc.', 'Apple Inc.'],
    ['J. R. R.', 'J. R. R.'],
    ['Microsoft.', 'Microsoft'],
    ['1984.', '1984'],
    ['Paris...', 'Paris'],
    ['Yahoo!', 'Yahoo!'],
    ['Yahoo!!', 'Yahoo'],
    ['(UN)', 'UN'],
    ['Bank (Europe)', 'Bank (Europe)'],
    ['Europe)', 'Europe'],
    ['(Europe', 'Europe'],
    ['Dwayne "The Rock"', 'Dwayne "The Rock"'],
    ['Der „Spiegel“', 'Der „Spiegel“'],
    ['.NET', '.NET'],
    ['. NET', 'NET'],
    ['C++', 'C++'],
    ['’s-Hertogenbosch', '’s-Hertogenbosch'],
    ['– Rio –', 'Rio'],
    ['AT&T,', 'AT&T'],
    ['ООО «Ромашка»', 'ООО «Ромашка»'],
    ['„Łódź”', 'Łódź'],
    ['!?.,', undefined],
    ['', undefined],
    ['😀', undefined],
  ])('trims %j to %j', (text, expected) => {
    expect(trimmed(text)).toBe(expected);
  });

  it('never extends a range, and leaves its own result unchanged', () => {
    const mark = fc.constantFrom(
      'a',
      'B',
      ' ',
      '.',
      ',',
      '(',
      ')',
      '"',
      '“',
      '”',
      '„',
      "'",
      '’',
      '!',
      '-',
      '😀',
    );
    fc.assert(
      fc.property(fc.string({ unit: mark }), (text) => {
        const range = trimSpan(text, { startIndex: 0, endIndex: text.length });
        if (range === undefined) return;
        expect(range.startIndex).toBeGreaterThanOrEqual(0);
        expect(range.endIndex).toBeLessThanOrEqual(text.length);
        expect(trimSpan(text, range)).toEqual(range);
      }),
    );
  });
});

function trimmed(text: string): string | undefined {
  const range = trimSpan(text, { startIndex: 0, endIndex: text.length });
  return range === undefined ? undefined : text.slice(range.startIndex, range.endIndex);
}
