import type { Word } from '../words/word.ts';
import type { TaggedBlock } from './read-tagged-blocks.ts';
import type { WordsById } from './words-by-id.ts';

/** A page with its words and the blocks of its structure. */
export interface TaggedPage {
  readonly words: readonly Word[];
  readonly byId: WordsById;
  readonly blocks: readonly TaggedBlock[];
}

/** Shares of the text: tagged at least, in headings and in one block at most. */
const [coverageMin, headingShareMax, blockShareMax] = [0.98, 0.3, 0.6];
/** Text that elements name relative to that of the page. */
const repetitionMax = 1.02;
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
    const lengths = new Map([...byId].map(([id, inside]) => [id, lengthOf(inside)]));
    let tagged = 0;
    for (const block of blocks) {
      const ids =
        block.kind === 'table'
          ? block.rows.flat().flatMap(({ content }) => content)
          : [...block.label, ...block.content];
      const size = ids.reduce((sum, id) => sum + (lengths.get(id) ?? 0), 0);
      tagged += size;
      if (block.kind === 'table') tables += 1;
      else if (block.role === 'heading') {
        headings += size;
        longest = Math.max(longest, size);
      } else if (block.role === 'item') lists += 1;
      else if (length > pageLengthMin && size > length * blockShareMax) return none;
    }
    // Content that is named several times would be repeated.
    if (tagged < length * coverageMin || tagged > length * repetitionMax) return none;
  }
  if (headings > total * headingShareMax || longest > headingLengthMax) return none;
  return { isTrusted: headings + lists + tables > 0, hasHeadings: headings > 0 };
}

const lengthOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0);
