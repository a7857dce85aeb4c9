import { extractStringArray } from '@quern/llm/parse-response';
import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { markPlainText } from '../blocks/marked-text.ts';
import { translateSentences } from './translate-sentences.ts';

describe('translateSentences and extractStringArray', () => {
  const sentences = (part: (index: number) => string) => (count: number) =>
    translateSentences(
      [markPlainText(Array.from({ length: count }, (_, index) => part(index)).join(''))],
      async (texts) => texts.map(({ text }) => text),
      { from: 'en', numbers: 'exact' },
    );

  it.each([
    ['placeholders', sentences((index) => `{name${index}} `), 8000],
    ['equal numbers', sentences(() => '1 a '), 8000],
    ['different numbers', sentences((index) => `and ${index + 100} `), 8000],
    ['opening parentheses', sentences(() => 'a ( '), 8000],
    ['white space', sentences((index) => (index % 2000 === 0 ? 'a' : ' ')), 20_000],
    ['URLs without a valid end', sentences(() => 'http://,,'), 20_000],
    ['an unclosed code fence', (count: number) => extractStringArray(`\`\`\`${' '.repeat(count)}`), 400_000],
    ['opening brackets', (count: number) => extractStringArray(`${'['.repeat(count)}]`), 40_000],
  ])('do work in proportion to the number of %s', async (_, work, count) => {
    const small = count * growthScale;
    expect(await growthRatio(work, small, small * 4)).toBeLessThan(9);
  });
});
