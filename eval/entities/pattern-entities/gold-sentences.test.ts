import { describe, expect, it } from 'vitest';
import { DataFiles } from '../../data/data-files.ts';
import { readGoldSentences } from './gold-sentences.ts';

describe('readGoldSentences', () => {
  const sentences = readGoldSentences(new DataFiles(import.meta.dirname));

  it('returns the text without annotations, and spans with their values', () => {
    const sentence = sentences.find(({ text }) => text.startsWith('The board meets'));
    expect(sentence?.text).toBe(
      'The board meets again on Tuesday, 4 June 2024 at half past three in room 204.',
    );
    expect(sentence?.spans).toEqual([
      { startIndex: 25, endIndex: 45, type: 'DATE', value: '2024-06-04' },
      { startIndex: 49, endIndex: 64, type: 'TIME', value: '03:30' },
    ]);
  });

  it('has the three splits, and no annotation is left in a text', () => {
    expect(new Set(sentences.map(({ split }) => split))).toEqual(new Set(['dev', 'test', 'fresh']));
    expect(sentences.filter(({ text }) => /\[\[|\]\]/.test(text))).toEqual([]);
  });
});
