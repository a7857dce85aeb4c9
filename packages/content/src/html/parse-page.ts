import { createDocument, type DomDocument } from '../dom/dom.ts';
import { parseDocument } from '../dom/parse-document.ts';
import { markTexFormulas } from '../math/tex/mark-tex-formulas.ts';
import { readInlineFrames } from './compose/inline-frames.ts';
import { flattenShadowRoots } from './compose/shadow-roots.ts';

/**
 * Parses a page as `parseDocument` does, with the content of its declarative shadow roots and of frames with `srcdoc`, and
 * with each formula that one of its scripts would typeset in an element. Linear in the length of the page.
 *
 * @param isXhtml whether tags that end with a slash have no content, and CDATA sections are text, as in EPUB
 */
export async function parsePage(html: string, isXhtml = false): Promise<DomDocument> {
  const document = await parseDocument(html, isXhtml);
  const hasFrames = await readInlineFrames(document);
  const hasShadows = /shadowroot/i.test(html) && flattenShadowRoots(document.body);
  return markTexFormulas(hasFrames || hasShadows ? createDocument(document) : document);
}
