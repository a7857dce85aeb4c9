import { joinRuns } from '@quern/content/blocks/rich-text';
import { alternatingFormats } from '@quern/testing/hostile-input/documents/alternating-formats';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { BlockBudget, BlockCollector } from './block-collector.ts';
import { RichTextBuilder } from './rich-text-builder.ts';

const runsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: 'a', isBold: index % 2 === 0 }));

describe('a text in which each letter has another format', () => {
  it('keeps its formats up to 20,000 changes, and its text beyond them', () => {
    const builder = new RichTextBuilder();
    for (const run of runsOf(100_000)) builder.add(run);
    expect(builder.text).toBe('a'.repeat(100_000));
    expect(builder.finish()).toHaveLength(20_000);
  });

  it('counts against the limit of a document', () => {
    const collector = new BlockCollector(new BlockBudget());
    const content = joinRuns(runsOf(10_000));
    const add = () => {
      for (let count = 0; count < 100; count += 1) collector.add({ kind: 'paragraph', content });
    };
    expect(add).toThrow('changes of the format');
  });

  it.each(Object.entries(alternatingFormats))('is read: %s', async (_, make) => {
    const { markdown } = await convertDocument(make(20_000));
    expect(markdown).toMatch(/^\*\*a\*\*\*a\*\*\*a\*\*/);
  });
});
