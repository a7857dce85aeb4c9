import type { PreparedPage } from '../layout/lay-out-pages.ts';
import type { PageElement } from '../lines/page-element.ts';
import type { Word } from '../words/word.ts';
import { layOutTaggedPage } from './lay-out-tagged-page.ts';
import { readTaggedBlocks } from './read-tagged-blocks.ts';
import { trustStructure } from './trust-structure.ts';

/**
 * Puts the lines and tables of tagged pages in the order of the structure.
 *
 * @param layOut finds the lines and tables of words of a page without regard to tags
 * @returns undefined for a document without tags, or with tags that say less than the layout
 */
export function layOutByStructure(
  pages: readonly PreparedPage[],
  layOut: (page: PreparedPage) => PageElement[],
): PageElement[][] | undefined {
  if (pages.every(({ structure }) => structure.length === 0)) return undefined;
  const tagged = pages.map((page) => ({
    page,
    words: page.words,
    byId: Map.groupBy(page.words, (word) => word.markedContentId),
    blocks: readTaggedBlocks(page.structure),
  }));
  const { isTrusted, hasHeadings } = trustStructure(tagged);
  if (!isTrusted) return undefined;
  return tagged.map(({ page, byId, blocks }) => {
    const elements = layOutTaggedPage(blocks, {
      page: page.number,
      words: byId,
      hasHeadings,
      layOut: (words) => layOut({ ...page, words }),
    });
    const used = new Set<Word>(elements.flatMap(linesOf).flatMap(({ words }) => words));
    const rest = page.words.filter((word) => word.markedContentId < 0 && !used.has(word));
    return rest.length === 0 ? elements : [...elements, ...layOut({ ...page, words: rest })];
  });
}

const linesOf = (element: PageElement) =>
  element.kind === 'line' ? [element.line] : element.rows.flat().flatMap(({ lines }) => lines);
