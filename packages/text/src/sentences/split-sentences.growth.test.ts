import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

describe('splitSentences', () => {
  it.each([
    'a',
    '.',
    'a. ',
    'A. ',
    '(',
    '" ',
    '\n',
    'x\n',
    ' ',
    '😀',
    '• ',
    '1. A ',
    '漢。',
    '. ',
    ' \n',
    '\ud800',
    '[1]',
    '."',
    '! » ',
    'z. B. ',
    'A. B ',
    'א"',
    '! 😀 ',
    '5. X ',
  ])('does work linear in the length of repeated %j', async (unit) => {
    const textOf = (length: number) => unit.repeat((growthScale * length) / unit.length);
    const split = (text: string) => splitSentences(text);
    // Quadratic growth would give a ratio of 100.
    expect(await growthRatio(split, textOf(10_000), textOf(100_000))).toBeLessThan(40);
  });
});
