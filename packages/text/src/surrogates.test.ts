import { describe, expect, it } from 'vitest';
import { codePointStart, isHighSurrogate, isInsidePair, isLowSurrogate } from './surrogates.ts';

const text = 'a😀\ud800b\udc00';

describe('isHighSurrogate and isLowSurrogate', () => {
  it('recognize the two halves of a pair and nothing else', () => {
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    expect(units.map(isHighSurrogate)).toEqual([false, true, false, true, false, false]);
    expect(units.map(isLowSurrogate)).toEqual([false, false, true, false, false, true]);
  });
});

describe('isInsidePair', () => {
  it('is true only between the halves of a pair', () => {
    const offsets = Array.from({ length: text.length + 1 }, (_, at) => at);
    expect(offsets.filter((at) => isInsidePair(text, at))).toEqual([2]);
  });
});

describe('codePointStart', () => {
  it('returns the start of the pair for its second half', () => {
    expect([0, 1, 2, 3, 5].map((at) => codePointStart(text, at))).toEqual([0, 1, 1, 3, 5]);
  });
});
