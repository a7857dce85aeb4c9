import { describe, expect, it } from 'vitest';
import { planTranslation, readBlocks } from '../plan/plan-translation.ts';

/** CPU time of an input four times as large, relative to that of the input; 4 is linear, 16 quadratic. */
function growth(make: (length: number) => string, length: number): number {
  const measureMs = (size: number) => {
    const source = make(size);
    const started = process.threadCpuUsage();
    for (let runs = 1; ; runs++) {
      planTranslation(source, readBlocks(source, 'markdown'), 'en');
      const { user, system } = process.threadCpuUsage(started);
      const ms = (user + system) / 1000;
      if (ms >= 40) return ms / runs;
    }
  };
  measureMs(length * 4);
  return measureMs(length * 4) / measureMs(length);
}

describe('readMarkdownBlocks and planTranslation', () => {
  it.each([
    ['nested quotes', (length: number) => '>'.repeat(length)],
    ['brackets', (length: number) => '[a]('.repeat(length / 4)],
    ['paragraphs of brackets', (length: number) => `${'[a]('.repeat(1000)}\n\n`.repeat(length / 4002)],
    ['delimiters', (length: number) => '*a_'.repeat(length / 3)],
    ['nested emphasis', (length: number) => `${'*_'.repeat(length / 4)}a${'_*'.repeat(length / 4)}`],
    ['open tags', (length: number) => '<b>a '.repeat(length / 5)],
    ['braces', (length: number) => '{a '.repeat(length / 3)],
    ['dollar signs', (length: number) => '$$a\n\n'.repeat(length / 5)],
    ['table rows', (length: number) => `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(length / 6)}`],
    ['kept parts', (length: number) => '`x` '.repeat(length / 4)],
  ])('take subquadratic time for %s', (_, make) => {
    expect(growth(make, 24_000)).toBeLessThan(11);
  });
});
