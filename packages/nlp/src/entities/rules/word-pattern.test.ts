import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordStart } from './regex-builder.ts';
import { WordPattern } from './word-pattern.ts';
import { WordStarts } from './word-starts.ts';

const spans = (matches: Iterable<RegExpExecArray>) =>
  [...matches].map((match) => [match.index, ...match] as const);

const sources = [
  'ab?',
  '(?:may|mar)[ ]?\\d{1,2}',
  '(\\d{1,2})[.:](\\d{2})',
  '(?<!\\d[.])\\d+(?![.]\\d)',
  '[^a]b',
  '\\p{Lu}\\p{L}*',
  '(?!)',
  '[一二]?月',
  "['’]\\d0",
];

describe('WordPattern', () => {
  it.each(sources)('finds what `matchAll` finds with %s', (source) => {
    const character = fc.constantFrom(..."abmyr AB 1205.:'’一二月_\n😀");
    const pattern = new WordPattern(source);
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 16 }), (text) => {
        const expected = spans(text.matchAll(new RegExp(`${wordStart}(?:${source})`, 'giu')));
        expect(spans(pattern.matchAll(new WordStarts(text)))).toEqual(expected);
      }),
    );
  });

  it('keeps the flags of an expression', () => {
    const starts = new WordStarts('may May');
    expect(spans(new WordPattern(/May/u).matchAll(starts))).toEqual([[4, 'May']]);
    expect(spans(new WordPattern('May').matchAll(starts))).toHaveLength(2);
  });

  it('finds the first match at or after an offset', () => {
    const starts = new WordStarts('1 2 3');
    expect(new WordPattern('\\d').find(starts, 1)?.index).toBe(2);
    expect(new WordPattern('\\d').find(starts, 5)).toBeUndefined();
  });
});
