import { describe, expect, it } from 'vitest';
import { decodeCtc } from './decode-ctc.ts';
import { restoreSpaces } from './restore-spaces.ts';

const texts = ['', 'a', 'b', ' '];

function decode(classes: readonly number[], spaces: readonly number[] = []) {
  const dimensions = [1, classes.length];
  return decodeCtc(
    {
      classes: { data: Int32Array.from(classes), dimensions },
      scores: { data: Float32Array.from(classes, (value) => (value === 0 ? 1 : 0.5)), dimensions },
      spaces: { data: Float32Array.from(classes, (_, step) => spaces[step] ?? 0), dimensions },
    },
    texts,
  );
}

const textOf = (characters: readonly { text: string }[]): string =>
  characters.map(({ text }) => text).join('');

describe('decodeCtc', () => {
  it('merges repetitions that no blank separates', () => {
    const read = decode([0, 1, 1, 0, 1, 2, 3, 2, 0]);
    expect(textOf(read)).toBe('aab b');
    expect(read[0]).toMatchObject({ firstStep: 1, lastStep: 2, probability: 0.5 });
  });
  it('returns nothing for blanks only', () => expect(decode([0, 0, 0])).toEqual([]));
});

describe('restoreSpaces', () => {
  /** Ink of 8 columns at each of the given steps. */
  const inkAt = (steps: readonly number[], count: number): Uint8Array =>
    Uint8Array.from({ length: count * 8 }, (_, column) => Number(steps.includes(column >> 3)));
  const classes = [1, 0, 1, 0, 1, 0, 0, 0, 2, 0, 2, 0, 2];
  const ink = inkAt([0, 1, 2, 3, 4, 8, 9, 10, 11, 12], classes.length);

  it('inserts a space in a wide gap where the network considered one', () => {
    expect(textOf(restoreSpaces(decode(classes, [0, 0, 0, 0, 0, 0, 0.2]), ink))).toBe('aaa bbb');
  });
  it('inserts none where the network saw no chance of one', () => {
    expect(textOf(restoreSpaces(decode(classes), ink))).toBe('aaabbb');
  });
  it('inserts none where the characters are as close as the others', () => {
    const close = inkAt([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], classes.length);
    expect(textOf(restoreSpaces(decode(classes, [0, 0, 0, 0, 0, 0, 0.2]), close))).toBe('aaabbb');
  });
});
