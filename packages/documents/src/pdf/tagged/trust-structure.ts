import type { Word } from '../words/word.ts';
import type { TaggedBlock } from './read-tagged-blocks.ts';
import { type WordsById, wordsOf } from './words-by-id.ts';

/** A page with its words and the blocks of its structure. */
export interface TaggedPage {
  readonly words: readonly Word[];
  readonly byId: WordsById;
  readonly blocks: readonly TaggedBlock[];
}

/** Shares of the text: tagged at least, in headings and in one block at most. */
const [coverageMin, headingShareMax, blockShareMax] = [0.98, 0.3, 0.6];
/** Length from which a page has more than one block, and beyond which text is no heading. */
const [pageLengthMin, headingLengthMax] = [1500, 300];

/** Whether the structure of a document says more than its layout. */
export interface StructureTrust {
  readonly isTrusted: boolean;
  readonly hasHeadings: boolean;
}

/** Determines whether tags cover the text, and tell headings, lists or tables from paragraphs. */
export function trustStructure(pages: readonly TaggedPage[]): StructureTrust {
  const none = { isTrusted: false, hasHeadings: false };
  let [total, headings, lists, tables, longest] = [0, 0, 0, 0, 0];
  for (const { words, byId, blocks } of pages) {
    const length = lengthOf(words);
    total += length;
    let tagged = 0;
    for (const block of blocks) {
      const ids =
        block.kind === 'table'
          ? block.rows.flat().flatMap(({ content }) => content)
          : [...block.label, ...block.content];
      const size = lengthOf(wordsOf(ids, byId));
      tagged += size;
      if (block.kind === 'table') tables += 1;
      else if (block.role === 'heading') {
        headings += size;
        longest = Math.max(longest, size);
      } else if (block.role === 'item') lists += 1;
      else if (length > pageLengthMin && size > length * blockShareMax) return none;
    }
    if (tagged < length * coverageMin || tagged > length * 1.02) return none;
  }
  if (headings > total * headingShareMax || longest > headingLengthMax) return none;
  return { isTrusted: headings + lists + tables > 0, hasHeadings: headings > 0 };
}

const lengthOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0);
