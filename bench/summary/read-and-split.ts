import { splitSentences } from '@quern/text/sentences/split-sentences';
import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import type { TextBlock, TextRole } from '@quern/text/structure/text-block';
import { cpuMsOf } from '../cpu-time.ts';

/** The roles whose sentences a summary may contain. */
const splitRoles: readonly TextRole[] = ['prose', 'item', 'quotation'];

/** CPU time of what precedes the scoring of sentences, in milliseconds. */
export interface ReadingCosts {
  readonly readMs: number;
  readonly splitMs: number;
}

/** Finds the blocks of texts, and splits those with sentences, as summaries do. */
export function readAndSplit(
  texts: readonly { readonly text: string; readonly language: string }[],
): ReadingCosts {
  let read: { readonly blocks: readonly TextBlock[]; readonly language: string }[] = [];
  const readMs = cpuMsOf(() => {
    read = texts.map(({ text, language }) => ({ blocks: readTextBlocks(text), language }));
  });
  const splitMs = cpuMsOf(() => {
    for (const { blocks, language } of read)
      for (const { text, role } of blocks) if (splitRoles.includes(role)) splitSentences(text, language);
  });
  return { readMs, splitMs };
}
