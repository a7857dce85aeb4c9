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

  it('continues from an offset', () => {
    const matches = new WordPattern('\\d \\d').matchAll(new WordStarts('1 2 3 4'));
    expect(matches.next().value?.index).toBe(0);
    expect(matches.next(2).value?.index).toBe(2);
    expect(matches.next()).toEqual({ done: true, value: undefined });
  });

  it('reports whether a text has a match', () => {
    expect(new WordPattern('b').matches(new WordStarts('ab'))).toBe(false);
    expect(new WordPattern('b').matches(new WordStarts('a b'))).toBe(true);
  });
});
