import { type DomDocument, findElementsByTag } from '@quern/content/dom/dom';
import { elementsMax, parseDocument } from '@quern/content/dom/parse-document';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentBlock } from '../model/document-block.ts';
import type { DocumentContent, DocumentWarning } from '../model/document-content.ts';
import { OmittedPictures } from '../office/omitted-pictures.ts';
import { readBlocks } from './block-reader.ts';
import { withoutDanglingNotes } from './dangling-notes.ts';
import { attributeOf, findParentsOfBlocks } from './elements.ts';
import { htmlMetadata } from './html-metadata.ts';
import { NoteIndex, NoteLabels } from './note-index.ts';
import { SpanBudget } from './read-table.ts';
import { type AddressResolver, createResolver } from './resolve-address.ts';

/** A tree takes about ten times the memory of its source. */
const lengthMax = 24_000_000;

const tooManyElements: DocumentWarning = {
  code: 'too_many_elements',
  message:
    'The page has more than 200,000 elements: after them only text is read. Split it to keep its tables and lists.',
};

/**
 * Reads a page with all that it shows. Scripts, styles and hidden elements are left out.
 *
 * @throws DocumentError `too_complex`
 */
export async function readHtml(bytes: Uint8Array): Promise<DocumentContent> {
  const { text } = await decodeCharset({ body: bytes, charset: '' });
  const document = await parsePage(text, /^\s*<\?xml\b/.test(text));
  const pictures = new OmittedPictures();
  const blocks = pageBlocks(document, resolverOf(document), pictures);
  const limits = document.elements.length < elementsMax ? [] : [tooManyElements];
  return {
    format: 'html',
    blocks,
    metadata: htmlMetadata(document),
    pages: [],
    warnings: [...limits, ...pictures.warnings],
  };
}

/** Parses a page. @throws DocumentError `too_complex` for one that is too long */
export async function parsePage(html: string, isXhtml: boolean): Promise<DomDocument> {
  if (html.length > lengthMax)
    throw new DocumentError('too_complex', `The page has more than ${lengthMax / 1e6} million characters.`);
  return parseDocument(html, isXhtml);
}

/** Reads the blocks of a page that is a whole document. */
export function pageBlocks(
  document: DomDocument,
  resolve: AddressResolver = resolverOf(document),
  pictures?: OmittedPictures,
): DocumentBlock[] {
  const { body } = document;
  const context = {
    notes: new NoteIndex(body, new NoteLabels()),
    resolve,
    parentsOfBlocks: findParentsOfBlocks(body),
    spans: new SpanBudget(),
    pictures,
  };
  return withoutDanglingNotes(readBlocks(body, context));
}

function resolverOf(document: DomDocument): AddressResolver {
  const [base] = findElementsByTag(document, 'base');
  return createResolver(base ? attributeOf(base, 'href') : '');
}
