import type { ContentBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import { textOf } from '@quern/content/blocks/rich-text';
import type { DocumentContent, DocumentPage, DocumentWarning } from '../model/document-content.ts';
import { orderShapes } from '../office/order-shapes.ts';
import { selectPages } from '../office/select-pages.ts';
import { slideBlocks } from '../office/slide-blocks.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { childOf, childrenOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { boxOfShape } from './box-of-shape.ts';
import { finishOdf, type OdfDocument, startOdf } from './odf-document.ts';
import { OdfBodyReader } from './read-odf-body.ts';
import { isFrame } from './read-odf-inlines.ts';
import { streamOdf } from './stream-odf.ts';

/** Slides beyond this number are not read. */
const slidesMax = 5000;
/** Presentation classes of text that is the same on all slides. */
const running = new Set(['header', 'footer', 'date-time', 'page-number']);

/** Reads an OpenDocument presentation: each slide is a page. @throws DocumentError */
export async function readOdp(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const document = await startOdf(bytes, options);
  const blocks: ContentBlock[] = [];
  const pages: DocumentPage[] = [];
  const warnings: DocumentWarning[] = [];
  let number = 0;
  const readSlide = (slide: XmlElement) => {
    if (++number > slidesMax) return;
    if (document.styles.isHiddenPage('drawing-page', slide.attributes['style-name'] ?? '')) {
      warnings.push({ code: 'hidden_slide', message: `The hidden slide ${number} was left out.` });
      return;
    }
    const size = document.styles.reader.pageSizes.get(slide.attributes['master-page-name'] ?? '');
    pages.push({ number, ...size });
    for (const block of readPage(slide, document)) blocks.push({ ...block, page: number });
  };
  const handlers = {
    isUnit: (name: string) => name === 'page',
    unit: readSlide,
    open: () => {},
    close: () => {},
  };
  await streamOdf(document, handlers, options);
  const selected = selectPages(blocks, pages, number, options.pages);
  for (const page of selected.pages) options.onPage?.(page.number, number);
  return finishOdf(document, { format: 'odp', ...selected, warnings }, '');
}

function readPage(slide: XmlElement, document: OdfDocument): ContentBlock[] {
  const shapes = childrenOf(slide).filter(isFrame);
  const classOf = (shape: XmlElement) => shape.attributes['presentation:class'] ?? '';
  const titleShape = shapes.find((shape) => classOf(shape) === 'title');
  const read = (elements: readonly XmlElement[]): ContentBlock[] => {
    const reader = new OdfBodyReader(document.context);
    for (const element of elements) reader.readFrame(element, boxOfShape);
    return reader.finish();
  };
  const title = titleShape ? flattenBlocks(read([titleShape])) : [];
  const body = orderFrames(shapes.filter((shape) => shape !== titleShape && !running.has(classOf(shape))));
  const notes = childrenOf(childOf(slide, 'notes')).filter((shape) => classOf(shape) === 'notes');
  return slideBlocks({
    title,
    isTitleSlide: shapes.some((shape) => classOf(shape) === 'subtitle') && textOf(title) !== '',
    body: read(body),
    notes: read(notes),
  });
}

/** Orders shapes, and those of groups inside of them. */
function orderFrames(shapes: readonly XmlElement[]): XmlElement[] {
  const placed = shapes.map((shape) => ({
    shape,
    box: boxOfShape(shape),
    text: textIn(shape),
  }));
  return orderShapes(placed).flatMap((shape) =>
    shape.name === 'g' ? orderFrames(childrenOf(shape).filter(isFrame)) : [shape],
  );
}
