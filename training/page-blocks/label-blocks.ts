import type { TextBlock } from '@quern/web/extract/segments/segment-blocks';
import { splitWords } from '@quern/web/extract/segments/text-features';
import { alignToGold } from './align-gold.ts';
import type { GoldPage } from './read-gold-pages.ts';

/** The labels of a page's blocks, and how much of its gold text the blocks contain. */
export interface BlockLabels {
  /** Share of each block's words inside the gold text; 0 for texts that an extraction must not contain. */
  readonly labels: Float32Array;
  /** Words of the gold text that are found in blocks. */
  readonly reached: number;
  /** Words of the gold text. */
  readonly wanted: number;
}

/** Labels the blocks of a page by aligning their text with the gold text. */
export function labelBlocks(
  blocks: readonly TextBlock[],
  page: Pick<GoldPage, 'gold' | 'without'>,
): BlockLabels {
  const blockWords = blocks.map((block) => splitWords(block.text));
  const ends: number[] = [];
  let end = 0;
  for (const words of blockWords) {
    end += words.length;
    ends.push(end);
  }
  const gold = splitWords(page.gold);
  const inGold = alignToGold(blockWords.flat(), gold, ends);
  const labels = new Float32Array(blockWords.length);
  const refused = new Set(page.without.map((text) => splitWords(text).join(' ')));
  let reached = 0;
  let from = 0;
  for (const [block, words] of blockWords.entries()) {
    let hits = 0;
    for (let at = from; at < from + words.length; at++) hits += inGold[at] ?? 0;
    from += words.length;
    const share = words.length === 0 ? 0 : hits / words.length;
    labels[block] = share < 1 && refused.has(words.join(' ')) ? 0 : share;
    reached += hits;
  }
  return { labels, reached, wanted: gold.length };
}
