import type { ContentBlock } from '@quern/content/blocks/content-block';
import type { DocumentContent, DocumentPage } from '../model/document-content.ts';
import { selectPageNumbers } from '../select-page-numbers.ts';

/**
 * Selects the blocks of pages.
 *
 * @param ranges such as `1-3,5`; undefined for all pages
 * @throws DocumentError `invalid_pages`
 */
export function selectPages(
  blocks: readonly ContentBlock[],
  pages: readonly DocumentPage[],
  pageCount: number,
  ranges: string | undefined,
): Pick<DocumentContent, 'blocks' | 'pages' | 'pageCount'> {
  if (ranges === undefined) return { blocks, pages, pageCount };
  const selected = new Set(selectPageNumbers(ranges, pageCount));
  return {
    blocks: blocks.filter(({ page }) => page === undefined || selected.has(page)),
    pages: pages.filter(({ number }) => selected.has(number)),
    pageCount,
  };
}
