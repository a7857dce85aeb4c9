import { describe, expect, it } from 'vitest';
import { alignReadings } from './align-readings.ts';
import type { ReadCharacter } from './decode-ctc.ts';
import { addUnknownCharacters } from './merge-readings.ts';

const known = new Set('abcdefghijklmnopqrstuvwxyz ');
const knows = (text: string): boolean => known.has(text);

const read = (text: string, probability: number | readonly number[]): ReadCharacter[] =>
  [...text].map((character, index) => ({
    text: character,
    probability: typeof probability === 'number' ? probability : (probability[index] ?? 0),
    firstStep: index,
    lastStep: index,
    spaceAfter: 0,
  }));

const textOf = (characters: readonly ReadCharacter[]): string => characters.map(({ text }) => text).join('');

describe('alignReadings', () => {
  it.each([
    ['cat', 'cat', []],
    ['cat', 'cut', [[1, 2, 1, 2]]],
    ['', 'ab', [[0, 0, 0, 2]]],
    ['ab', '', [[0, 2, 0, 0]]],
    [
      'xcat',
      'catx',
      [
        [0, 1, 0, 0],
        [4, 4, 3, 4],
      ],
    ],
  ])('finds where %j and %j differ', (first, second, expected) => {
    const found = alignReadings(read(first, 1), read(second, 1));
    expect(found.map((it) => [it.first.from, it.first.to, it.second.from, it.second.to])).toEqual(expected);
  });
});

describe('addUnknownCharacters', () => {
  it('takes a more probable character that the recognizer does not know', () => {
    expect(textOf(addUnknownCharacters(read('viet', [0.9, 0.9, 0.6, 0.9]), read('việt', 0.9), knows))).toBe(
      'việt',
    );
  });

  it('inserts an unknown character where the reading has none', () => {
    expect(textOf(addUnknownCharacters(read('hola', 0.9), read('¡hola', 0.6), knows))).toBe('¡hola');
  });

  it('keeps its own character where the unknown one is less probable', () => {
    expect(textOf(addUnknownCharacters(read('viet', 0.95), read('việt', 0.9), knows))).toBe('viet');
    expect(textOf(addUnknownCharacters(read('hola', 0.9), read('¡hola', 0.4), knows))).toBe('hola');
  });

  it('adds no letters of other scripts', () => {
    expect(textOf(addUnknownCharacters(read('no. i', 0.6), read('no. \u0964', 0.9), knows))).toBe('no. i');
  });

  it('keeps its own reading where the other one has only characters that it knows', () => {
    expect(textOf(addUnknownCharacters(read('pattems', 0.5), read('patterns', 0.9), knows))).toBe('pattems');
  });
});
