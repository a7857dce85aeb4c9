import type { DocumentBlock } from '../../model/document-block.ts';
import type { RecognizedPage } from '../../model/recognized-page.ts';
import { buildBlocks } from '../blocks/build-blocks.ts';
import { layOutPages } from '../layout/lay-out-pages.ts';
import { prepareRecognizedPage } from './prepare-recognized-page.ts';

/**
 * Finds headings, paragraphs, lists and tables in the recognized text of images. Boxes of the blocks are in points of a
 * page 595 points (A4) wide.
 */
export function readRecognizedPages(pages: readonly RecognizedPage[]): DocumentBlock[] {
  return buildBlocks(layOutPages(pages.map((page) => prepareRecognizedPage(page))), []);
}
