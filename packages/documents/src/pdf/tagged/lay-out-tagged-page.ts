import { composeLines } from '../lines/compose-lines.ts';
import type { PageElement } from '../lines/page-element.ts';
import type { TextTag } from '../lines/text-tag.ts';
import { boundsOf, type Word } from '../words/word.ts';
import { buildTaggedTable } from './build-tagged-table.ts';
import type { TaggedBlock, TaggedText } from './read-tagged-blocks.ts';
import { type WordsById, wordsOf } from './words-by-id.ts';

/** How the blocks of a page are laid out. */
export interface TaggedLayout {
  readonly page: number;
  readonly words: WordsById;
  /** Whether headings are tagged in the document. */
  readonly hasHeadings: boolean;
  /** Finds the lines and tables of words without regard to tags. */
  readonly layOut: (words: readonly Word[]) => PageElement[];
}

/** Puts the lines and tables of a tagged page in the order of its structure. */
export function layOutTaggedPage(blocks: readonly TaggedBlock[], layout: TaggedLayout): PageElement[] {
  const { page, words, layOut } = layout;
  return blocks.flatMap((block): PageElement[] => {
    if (block.kind === 'text') return toLines(block, layout);
    const table = buildTaggedTable(block, words, page);
    // A table whose rows differ in width has cells that cover several columns without saying so.
    return table ? [table] : layOut(block.rows.flat().flatMap(({ content }) => wordsOf(content, words)));
  });
}

function toLines(block: TaggedText, { page, words, hasHeadings }: TaggedLayout): PageElement[] {
  const { role, level, depth, list } = block;
  const tag: TextTag = { role, level, depth, list, hasHeadings };
  const content = wordsOf(block.content, words);
  if (content.length === 0) return [];
  const all = role === 'item' ? [...markerOf(block, content, words), ...content] : content;
  return divide(all).flatMap((part) =>
    composeLines(part, page).map((line): PageElement => {
      const { left, top, right, bottom } = line;
      return { kind: 'line', line, tag, left, top, right, bottom };
    }),
  );
}

/** The label of an item as one word: a bullet if there is none, since it may be drawn. */
function markerOf({ label }: TaggedText, content: readonly Word[], words: WordsById): Word[] {
  const written = wordsOf(label, words);
  const [first] = written.length > 0 ? written : content;
  if (first === undefined || (written.length === 0 && startsWithMarker(content))) return [];
  const text = written.map((word) => word.text).join('') || '•';
  const isDrawn = written.length === 0;
  const box = isDrawn
    ? { ...boundsOf([first]), left: first.left - first.size, right: first.left - 1 }
    : boundsOf(written);
  return [{ ...first, ...box, text, isAttached: false, url: undefined }];
}

/** Whether the text of an item has its marker in itself, as one without a label has. */
function startsWithMarker([first]: readonly Word[]): boolean {
  return first !== undefined && /^(?:[•◦▪■□●○‣–—*-]|\(?\p{N}{1,3}[.)]|\(?[a-z][.)])$/iu.test(first.text);
}

/** Distance upward, in font sizes, that shows that the text continues in the next column. */
const columnDistanceMin = 2;

/** Divides the words of a block, in the order of the content, where it continues in another column. */
function divide(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [];
  let lowest = -Infinity;
  for (const word of words) {
    const last = parts.at(-1);
    const isAbove = word.baseline < lowest - columnDistanceMin * word.size;
    if (last === undefined || isAbove) {
      parts.push([word]);
      lowest = word.baseline;
    } else {
      last.push(word);
      lowest = Math.max(lowest, word.baseline);
    }
  }
  return parts;
}
