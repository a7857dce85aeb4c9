import { extractStringArray } from '@quern/llm/parse-response';
import { describe, expect, it } from 'vitest';
import { markPlainText } from '../blocks/marked-text.ts';
import { translateSentences } from './translate-sentences.ts';

/** Minimum CPU time of a measurement, well above the resolution of the clock. */
const measuredMsMin = 40;

/** CPU time of an input four times as large, relative to that of the input; 4 is linear, 16 quadratic. */
async function growth(work: (count: number) => unknown, count: number): Promise<number> {
  const measureMs = async (size: number) => {
    const started = process.threadCpuUsage();
    for (let runs = 1; ; runs++) {
      await work(size);
      const { user, system } = process.threadCpuUsage(started);
      const ms = (user + system) / 1000;
      if (ms >= measuredMsMin) return ms / runs;
    }
  };
  await measureMs(count);
  return (await measureMs(count * 4)) / (await measureMs(count));
}

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
    ['URLs without a valid end', sentences(() => 'http://,,'), 4000],
    ['an unclosed code fence', (count: number) => extractStringArray(`\`\`\`${' '.repeat(count)}`), 400_000],
    ['opening brackets', (count: number) => extractStringArray(`${'['.repeat(count)}]`), 40_000],
  ])('takes subquadratic time for %s', { retry: 2 }, async (_, work, count) => {
    expect(await growth(work, count)).toBeLessThan(11);
  });
});
