import type { TextBlock, TextRole } from '@quern/text/structure/text-block';
import { describe, expect, it } from 'vitest';
import { checkSentences } from '../checking/check-sentences.ts';
import { planChunks } from './plan-chunks.ts';

function blocksOf(parts: readonly (readonly [TextRole, string, Partial<TextBlock>?])[]): TextBlock[] {
  let sourceIndex = 0;
  return parts.map(([role, text, more]) => {
    const block = {
      role,
      text,
      runs: [{ textIndex: 0, sourceIndex, length: text.length }],
      range: { startIndex: sourceIndex, endIndex: sourceIndex + text.length },
      ...more,
    };
    sourceIndex += text.length + 2;
    return block;
  });
}

const blocks = blocksOf([
  ['aside', 'Home | About | Contact'],
  ['title', 'The mill', { level: 1 }],
  ['prose', 'The council buys the mill.'],
  ['heading', 'Costs', { level: 2 }],
  ['aside', 'Wheel 40,000 euros'],
  ['item', 'The roof comes first.'],
  ['prose', 'We need a new wheel.', { speaker: 'Ann' }],
]);
const limits = { language: 'en', chunkTokens: 1000, chunksMax: 4 };

describe('planChunks', () => {
  it('writes blocks with their structure, without asides', async () => {
    const { chunks } = await planChunks({ source: { blocks }, ...limits });
    expect(chunks).toEqual([
      '# The mill\nThe council buys the mill.\n## Costs\n- The roof comes first.\nAnn: We need a new wheel.',
    ]);
  });

  it('writes asides if there is nothing else', async () => {
    const source = { blocks: blocksOf([['aside', 'Wheel 40,000 euros']]) };
    expect((await planChunks({ source, ...limits })).chunks).toEqual(['Wheel 40,000 euros']);
  });

  it.each(['', ' ', 'Word'])('reads %j', async (text) => {
    const { chunks, isCondensed } = await planChunks({ source: { text }, ...limits });
    expect(chunks.join()).toBe(text.trim());
    expect(isCondensed).toBe(false);
  });

  it('has at most the permitted chunks and tokens for one word of any length', async () => {
    const source = { text: 'a1'.repeat(50_000) };
    const { chunks, isCondensed } = await planChunks({ source, ...limits, chunkTokens: 500 });
    expect(chunks.length).toBeLessThanOrEqual(4);
    expect(isCondensed).toBe(true);
  });
});

describe('checkSentences with blocks', () => {
  it('accepts facts of tables, with their place in the text', async () => {
    const sentences = ['The new wheel costs 40,000 euros.', 'The new wheel costs 60,000 euros.'];
    const input = { source: { blocks }, title: '', language: 'en', summaryLanguage: 'en', sentences };
    const [supported, unsupported] = await checkSentences(input);
    expect(supported?.problems).toEqual([]);
    expect(supported?.source).toBeDefined();
    expect(unsupported?.problems.map(({ kind }) => kind)).toContain('number');
  });
});
