import { describe, expect, it } from 'vitest';
import type { ReadCharacter } from './decode-ctc.ts';
import { unifyLetters } from './unify-letters.ts';
import { unifyWidth } from './unify-width.ts';

const read = (text: string): ReadCharacter[] =>
  [...text].map((character) => ({
    text: character,
    probability: 1,
    firstStep: 0,
    lastStep: 0,
    spaceAfter: 0,
  }));
const textOf = (characters: readonly ReadCharacter[]): string => characters.map(({ text }) => text).join('');
const letters = (text: string): string => textOf(unifyLetters(read(text)));
const width = (text: string): string => textOf(unifyWidth(read(text)));

// Cyrillic letters are written as escapes, since they look like Latin ones.
describe('unifyLetters', () => {
  it.each([
    ['writes a Latin word in Latin', 'total t\u0430x 12', 'total tax 12'],
    ['writes a Cyrillic word in Cyrillic', 'нал\u043ef', 'нал\u043ef'],
    ['writes the twins of italic letters in Cyrillic', 'бyдem бpаm', 'будет брат'],
    ['decides by the letters of each word', 'смета cost \u0441ost', 'смета cost cost'],
    ['lets the line decide for a word of ambiguous letters', 'дом a сад', 'дом \u0430 сад'],
    ['keeps abbreviations in capitals', 'дом BMX сад', 'дом BMX сад'],
    ['writes Greek words in Greek', 'λ\u043eγ\u043eς', 'λ\u03bfγ\u03bfς'],
    ['keeps Greek symbols in front of Latin letters', 'about 10 μA at ΔT', 'about 10 μA at ΔT'],
    ['keeps a line of other scripts', '東京 2025', '東京 2025'],
  ])('%s', (_, line, expected) => expect(letters(line)).toBe(expected));
});

describe('unifyWidth', () => {
  it.each([
    ['between digits', '合計 ¥4\uff0c980', '合計 ¥4,980'],
    ['in a line without East Asian text', 'Total\uff1a 5', 'Total: 5'],
    ['but not in East Asian text', '東京\uff0c大阪', '東京\uff0c大阪'],
  ])('writes wide forms as ASCII %s', (_, line, expected) => expect(width(line)).toBe(expected));
});
