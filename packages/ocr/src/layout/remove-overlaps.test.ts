import { describe, expect, it } from 'vitest';
import { characterWidth, setText, textsOf } from './fixtures/set-text.ts';
import { removeOverlaps } from './remove-overlaps.ts';
import type { FlatSegment } from './segments/segment.ts';
import { flatWordsOf } from './tables/flat-words.ts';

/** Two texts in a row, the second from a column of a monospaced grid. */
function overlap(left: string, right: string, column: number): FlatSegment[] {
  const [first, second] = [...setText([left]), ...setText([right])];
  if (first === undefined || second === undefined) throw new Error('Both texts need a word.');
  const shift = column * characterWidth;
  return [first, { ...second, left: second.left + shift, right: second.right + shift }];
}

const wordsOf = (row: readonly FlatSegment[]) => flatWordsOf(removeOverlaps(row)).map(({ text }) => text);

describe('removeOverlaps', () => {
  it('removes the letter of the next word that a region shows', () => {
    expect(wordsOf(overlap('1 user s', 'staff', 7))).toEqual(['1', 'user', 'staff']);
  });

  it('removes the single character rather than the end of a word', () => {
    expect(wordsOf(overlap('$ curl', '1 -s', 5))).toEqual(['$', 'curl', '-s']);
  });

  it('joins a word that is divided between two regions', () => {
    expect(wordsOf(overlap('the pro', 'ogram', 6))).toEqual(['the', 'program']);
  });

  it('keeps the characters of regions whose margins overlap', () => {
    const row = overlap('total', 'of', 6);
    const wide = row.map((flat) => ({ ...flat, left: flat.left - 1, right: flat.right + 1 }));
    expect(textsOf([removeOverlaps(wide)])).toEqual([['total', 'of']]);
  });
});
