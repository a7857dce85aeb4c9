import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { extractEntities } from './extract-entities.ts';
import { expectSoundEntities } from './fixtures/expect-sound-entities.ts';

describe('extractEntities', () => {
  it.each([
    'a',
    'A',
    '1',
    '1 ',
    '111,',
    '.',
    'a@',
    'a.a@',
    '1:',
    'Aa ',
    '#',
    'http://',
    '(',
    '😀',
    'zwei',
    '1-',
    '漢',
    'a.b.',
    'ab:',
    'film "A ',
    '+1 ',
    '12 Mr. ',
    '12 rue A ',
    'Rua A, ',
    'Am Markt ',
    '5 km 5 ',
    'one and ',
    'Postfach 1 ',
    '1 h 1 min ',
    '12345 Aa ',
    '1 A, ',
    'ul. A 1, ',
    'Apt. 1 ',
    'A 1\n',
    '1-1 ',
    'AB 12 ',
    'no. 1',
    '市1号',
    '+1 (1) ',
    'corner of A ',
    'NY 10001, ',
    'Λ. 1 ',
    "'a@",
    'a://',
    '1の',
    'a-a.',
    '五月 ',
    'Platz 1 ',
  ])('does work near-linear in the length of repeated %j', async (unit) => {
    const extract = async (text: string) =>
      expectSoundEntities(text, await extractEntities({ text, language: 'und' }));
    const textOf = (length: number) => unit.repeat((growthScale * length) / unit.length);
    // Linear growth is a ratio of 4, quadratic growth one of 16.
    expect(await growthRatio(extract, textOf(2500), textOf(10_000))).toBeLessThan(9);
  });
});
