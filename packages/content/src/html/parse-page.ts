import type { DomDocument } from '../dom/dom.ts';
import { parseDocument } from '../dom/parse-document.ts';
import { markTexFormulas } from '../math/tex/mark-tex-formulas.ts';

/**
 * Parses a page as `parseDocument` does, and puts each formula that one of its scripts would typeset into an element.
 * Linear in the length of the page.
 *
 * @param isXhtml whether tags that end with a slash have no content, and CDATA sections are text, as in EPUB
 */
export async function parsePage(html: string, isXhtml = false): Promise<DomDocument> {
  return markTexFormulas(await parseDocument(html, isXhtml));
}
