import { describe, expect, it } from 'vitest';
import { unescapeBreaks } from './unescape-breaks.ts';

describe('unescapeBreaks', () => {
  it('replaces written line breaks by white space of the same length', () => {
    expect(unescapeBreaks(String.raw`Ann\nTel.\t5\r\nBob`)).toBe('Ann\n Tel.\t 5\n   Bob');
  });

  it.each([String.raw`C:\new\notes`, String.raw`\alpha \nu`, 'Ann\nBob'])('returns %s unchanged', (text) => {
    expect(unescapeBreaks(text)).toBe(text);
  });
});
