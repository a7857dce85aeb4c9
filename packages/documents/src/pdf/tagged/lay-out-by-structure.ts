import type { StructureElement } from '@quern/pdf';
import type { PageElement } from '../lines/page-element.ts';
import type { Word } from '../words/word.ts';
import { layOutTaggedPage } from './lay-out-tagged-page.ts';
import { readTaggedBlocks } from './read-tagged-blocks.ts';
import { trustStructure } from './trust-structure.ts';

/** A page with its words and its structure. */
export interface StructuredPage {
  readonly number: number;
  readonly words: readonly Word[];
  readonly structure: readonly StructureElement[];
}

/**
 * Puts the lines and tables of tagged pages in the order of the structure.
 *
 * @param layOut finds the lines and tables of words of a page without regard to tags
 * @returns undefined for a document without tags, or with tags that say less than the layout
 */
export function layOutByStructure<Page extends StructuredPage>(
  pages: readonly Page[],
  layOut: (page: Page) => PageElement[],
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
