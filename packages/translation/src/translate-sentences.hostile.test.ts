import { describe, expect, it } from 'vitest';
import { extractStringArray } from './parse-llm-response.ts';
import { translateSentences } from './translate-sentences.ts';

/** Processor time of four times as much input over that of the input; 4 is linear, 16 quadratic. */
async function growth(work: (count: number) => unknown, count: number): Promise<number> {
  const time = async (size: number) => {
    const started = process.threadCpuUsage();
    await work(size);
    return process.threadCpuUsage(started).user / 1000;
  };
  await time(count / 4);
  const small = await time(count);
  return (await time(count * 4)) / Math.max(small, 5);
}

describe('time grows with the text, not with its square,', () => {
  const sentences = (piece: (index: number) => string) => (count: number) =>
    translateSentences(
      [Array.from({ length: count }, (_, index) => piece(index)).join('')],
      'en',
      async (texts) => [...texts],
    );

  it.each([
    ['numbers that are all different', sentences((index) => `and ${index + 100} `), 8000],
    ['opening brackets', sentences(() => 'a ( '), 8000],
    ['white space', sentences((index) => (index % 2000 === 0 ? 'a' : ' ')), 20_000],
    ['addresses without an end', sentences(() => 'http://,,'), 4000],
    [
      'a code fence that does not close',
      (count: number) => extractStringArray(`\`\`\`${' '.repeat(count)}`),
      40_000,
    ],
    ['brackets that open', (count: number) => extractStringArray(`${'['.repeat(count)}]`), 40_000],
  ])('over %s', async (_, work, count) => {
    expect(await growth(work, count)).toBeLessThan(11);
  });
});
