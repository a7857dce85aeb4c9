import type { ContentBlock } from '@quern/content/blocks/content-block';
import { languageTag } from '@quern/content/metadata/language-tag';
import { openZip } from '../archive/open-zip.ts';
import type { DocumentContent, DocumentPage, DocumentWarning } from '../model/document-content.ts';
import { BlockBudget } from '../office/block-collector.ts';
import { hiddenSlide, missingSlide } from '../office/slide-blocks.ts';
import { RepetitionBudget } from '../office/table-builder.ts';
import { readCoreProperties } from '../ooxml/core-properties.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { selectPageNumbers } from '../select-page-numbers.ts';
import { firstOf } from '../xml/query-xml.ts';
import { openPresentation } from './open-presentation.ts';
import { readSlide, type SlideContext } from './read-slide.ts';
import { SlideLayouts } from './slide-layouts.ts';

/** Reads a presentation: each slide is a page. @throws DocumentError; ImageError `invalid_pages` */
export async function readPptx(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const archive = openZip(bytes);
  const presentation = openPresentation(archive);
  const layouts = new SlideLayouts(presentation);
  const pictures = new DocumentPictures(options.pictures);
  const context: SlideContext = {
    presentation,
    blocks: new BlockBudget(),
    pictures,
    pictureOf: (name, placement) => pictures.collectPart(archive, name, placement),
    repetitions: new RepetitionBudget(Math.max(bytes.length * 10, 100_000)),
  };
  const { slideNames, width, height } = presentation;
  const selected = selectPageNumbers(options.pages, slideNames.length);
  const blocks: ContentBlock[] = [];
  const pages: DocumentPage[] = [];
  const warnings: DocumentWarning[] = [];
  let language = '';
  for (const [index, number] of selected.entries()) {
    const slide = presentation.partOf(slideNames[number - 1]);
    if (!slide) warnings.push(missingSlide(number));
    else if (/^(?:0|false)$/.test(slide.root.attributes['show'] ?? '')) warnings.push(hiddenSlide(number));
    else {
      language ||= languageTag(firstOf(slide.root, 'rPr')?.attributes['lang'] ?? '');
      pages.push({ number, width, height });
      for (const block of readSlide(slide, layouts.of(slide), context))
        blocks.push({ ...block, page: number });
    }
    options.onPage?.(index + 1, selected.length);
    options.signal?.throwIfAborted();
    await options.yieldIfDue?.();
  }
  const metadata = readCoreProperties(archive);
  return {
    format: 'pptx',
    blocks,
    metadata: { ...metadata, language: metadata.language || language },
    pages,
    pageCount: slideNames.length,
    warnings: [...warnings, ...pictures.warnings],
  };
}
