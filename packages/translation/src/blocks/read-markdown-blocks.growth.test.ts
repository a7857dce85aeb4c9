import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { planTranslation, readBlocks } from '../plan/plan-translation.ts';

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
  ])('do work in proportion to the length of %s', async (_, make) => {
    // Paragraphs of up to 8192 characters are parsed in another way.
    const small = 12_000 * growthScale;
    const plan = (source: string) => planTranslation(source, readBlocks(source, 'markdown'), 'en');
    expect(await growthRatio(plan, make(small), make(small * 4))).toBeLessThan(9);
  });
});
