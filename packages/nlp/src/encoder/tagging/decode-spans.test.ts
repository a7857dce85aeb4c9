import { describe, expect, it } from 'vitest';
import { alignWords } from './align-words.ts';
import { decodeSpans } from './decode-spans.ts';
import { createTagSet } from './viterbi-decode.ts';

const tagNames = ['O', 'B-PERSON', 'I-PERSON', 'B-LOCATION', 'I-LOCATION'];

/** Decodes one tag per word or punctuation mark of a text. */
function decode(text: string, tags: readonly string[], probabilities = tags.map(() => 1)) {
  const matches = [...text.matchAll(/\w+|[^\s\w]/g)];
  const words = alignWords(text, {
    ids: new Int32Array(matches.length),
    starts: Int32Array.from(matches.map(({ index }) => index)),
    ends: Int32Array.from(matches.map((match) => match.index + match[0].length)),
  });
  const indices = Int32Array.from(tags.map((tag) => tagNames.indexOf(tag)));
  return decodeSpans(text, words, indices, Float32Array.from(probabilities), createTagSet(tagNames));
}

const textsOf = (text: string, spans: ReturnType<typeof decode>) =>
  spans.map(({ startIndex, endIndex, type }) => [text.slice(startIndex, endIndex), type]);

describe('decodeSpans', () => {
  it('joins a B- tag and the I- tags after it', () => {
    const text = 'Ann Lee met Bob in Rio';
    const tags = ['B-PERSON', 'I-PERSON', 'O', 'B-PERSON', 'O', 'B-LOCATION'];
    expect(textsOf(text, decode(text, tags))).toEqual([
      ['Ann Lee', 'PERSON'],
      ['Bob', 'PERSON'],
      ['Rio', 'LOCATION'],
    ]);
  });

  it('separates adjacent spans of one type', () => {
    expect(textsOf('Ann Bob', decode('Ann Bob', ['B-PERSON', 'B-PERSON']))).toEqual([
      ['Ann', 'PERSON'],
      ['Bob', 'PERSON'],
    ]);
  });

  it('trims punctuation and drops a span without letters', () => {
    const text = '(Ann) -';
    const tags = ['B-PERSON', 'I-PERSON', 'I-PERSON', 'B-LOCATION'];
    expect(textsOf(text, decode(text, tags))).toEqual([['Ann', 'PERSON']]);
  });

  it('returns the geometric mean of the probabilities as confidence', () => {
    const [span] = decode('Ann Lee', ['B-PERSON', 'I-PERSON'], [0.9, 0.4]);
    expect(span?.confidence).toBeCloseTo(Math.sqrt(0.9 * 0.4), 6);
  });

  it('ends a name inside a run of letters of a script without spaces', () => {
    const text = '昨日は東京都で会った';
    const bounds = [0, 2, 3, 5, 6, 7, 10];
    const words = alignWords(text, {
      ids: new Int32Array(bounds.length - 1),
      starts: Int32Array.from(bounds.slice(0, -1)),
      ends: Int32Array.from(bounds.slice(1)),
    });
    const tags = Int32Array.of(0, 0, 3, 4, 0, 0);
    const spans = decodeSpans(text, words, tags, new Float32Array(6).fill(1), createTagSet(tagNames));
    expect(textsOf(text, spans)).toEqual([['東京都', 'LOCATION']]);
  });
});
