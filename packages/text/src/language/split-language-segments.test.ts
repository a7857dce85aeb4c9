import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLanguageSegments } from './split-language-segments.ts';

const textsOf = (text: string) =>
  splitLanguageSegments(text).map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex));

describe('splitLanguageSegments', () => {
  it.each([
    ['One two. Three four!', ['One two.', 'Three four!']],
    ['one\ntwo', ['one', 'two']],
    ['Sie sagte „good morning“ und ging', ['Sie sagte', 'good morning', 'und ging']],
    ['Он сказал hello всем', ['Он сказал', 'hello', 'всем']],
    ['漢字とカタカナ', ['漢字とカタカナ']],
    ['He said (in French)', ['He said', 'in French']],
    ['it’s "fine"', ['it’s', 'fine']],
    ['  12, 34 …', []],
    ['', []],
  ])('splits %j', (text, segments) => {
    expect(textsOf(text)).toEqual(segments);
  });

  it('splits a sentence of very many words', () => {
    expect(splitLanguageSegments('word '.repeat(600)).length).toBeGreaterThan(5);
  });

  it('joins short sentences of a long text', () => {
    expect(splitLanguageSegments('a. '.repeat(100_000)).length).toBeLessThan(100_000 / 15);
  });

  it('returns segments in order that do not overlap, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        let end = 0;
        for (const { startIndex, endIndex } of splitLanguageSegments(text)) {
          expect(startIndex).toBeGreaterThanOrEqual(end);
          expect(endIndex).toBeGreaterThan(startIndex);
          end = endIndex;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
