import { attributeOf, type DomDocument, findElementsByTag } from '@quern/content/dom/dom';
import { elementsMax } from '@quern/content/dom/parse-document';
import { parsePage } from '@quern/content/html/parse-page';
import { readHtmlBlocks } from '@quern/content/html/read-html-blocks';
import { type AddressResolver, createResolver } from '@quern/content/html/resolve-address';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentContent, DocumentWarning } from '../model/document-content.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { htmlMetadata } from './html-metadata.ts';
import { pageImages } from './page-images.ts';

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
export async function readHtml(
  bytes: Uint8Array,
  options: Pick<ReadDocumentOptions, 'pictures'> = {},
): Promise<DocumentContent> {
  const { text } = await decodeCharset({ body: bytes, charset: '' });
  const document = await parseFile(text, /^\s*<\?xml\b/.test(text));
  const pictures = new DocumentPictures(options.pictures);
  const blocks = readHtmlBlocks(document.body, resolverOf(document), pageImages(pictures));
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
export async function parseFile(html: string, isXhtml: boolean): Promise<DomDocument> {
  if (html.length > lengthMax)
    throw new DocumentError('too_complex', `The page has more than ${lengthMax / 1e6} million characters.`);
  return parsePage(html, isXhtml);
}

function resolverOf(document: DomDocument): AddressResolver {
  const [base] = findElementsByTag(document, 'base');
  return createResolver(base ? attributeOf(base, 'href') : '');
}
