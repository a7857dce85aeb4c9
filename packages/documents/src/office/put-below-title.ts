import { type ContentBlock, headingLevelMax } from '@quern/content/blocks/content-block';
import { textOf } from '@quern/content/blocks/rich-text';

/**
 * Lowers the level of the headings of a document that begins with its title, so that only the title has level 1.
 *
 * @param title '' if there is none
 */
export function putBelowTitle(blocks: readonly ContentBlock[], title: string): ContentBlock[] {
  const first = blocks.find(({ kind }) => kind === 'heading');
  if (title === '' || first?.kind !== 'heading' || textOf(first.content).trim() !== title) return [...blocks];
  return blocks.map((block) =>
    block.kind === 'heading' && block !== first
      ? { ...block, level: Math.min(block.level + 1, headingLevelMax) }
      : block,
  );
}
