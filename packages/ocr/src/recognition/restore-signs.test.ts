import { describe, expect, it } from 'vitest';
import type { ReadCharacter } from './decode-ctc.ts';
import { restoreSigns } from './restore-signs.ts';

const read = (text: string): ReadCharacter[] =>
  [...text].map((character, index) => ({
    text: character,
    probability: 1,
    firstStep: index,
    lastStep: index,
    spaceAfter: 0,
  }));
const restored = (line: string): string =>
  restoreSigns(read(line))
    .map(({ text }) => text)
    .join('');

// Cyrillic letters that look like Latin ones are written as escapes.
describe('restoreSigns', () => {
  it.each([
    ['about 10 μA and 5μm', 'about 10 µA and 5µm'],
    ['47 μΩ', '47 µΩ'],
    ['ο μύλος μ', 'ο μύλος μ'],
    ['приказ N\u0435 17 от мая', 'приказ № 17 от мая'],
    ['счёт Ne17', 'счёт №17'],
    ['Ne 17', 'Ne 17'],
    ['дом No Name', 'дом No Name'],
    ['Home l About l Contact', 'Home | About | Contact'],
    ['5 l of milk, l glass', '5 l of milk, | glass'],
    ['all l', 'all l'],
    ['東京 2025', '東京 2025'],
    ['', ''],
  ])('reads %s as %s', (line, expected) => expect(restored(line)).toBe(expected));

  it('keeps the place of both letters of a sign', () => {
    const [first, second] = restoreSigns(read('N\u0435 5 лет')).slice(0, 2);
    expect(first).toMatchObject({ text: '№', firstStep: 0, lastStep: 1 });
    expect(second).toMatchObject({ text: ' ', firstStep: 2 });
  });
});
