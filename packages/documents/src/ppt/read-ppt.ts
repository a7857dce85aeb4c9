import type { ContentBlock } from '@quern/content/blocks/content-block';
import { openCompoundFile } from '../compound/open-compound-file.ts';
import { readSummaryInformation } from '../compound/read-property-set.ts';
import { findArtRecord } from '../drawing/art-records.ts';
import type { DocumentContent, DocumentPage, DocumentWarning } from '../model/document-content.ts';
import { BlockBudget } from '../office/block-collector.ts';
import { hiddenSlide, missingSlide } from '../office/slide-blocks.ts';
import { RepetitionBudget } from '../office/table-builder.ts';
import { EmbeddedObjects } from '../ole/embedded-objects.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { selectPageNumbers } from '../select-page-numbers.ts';
import { MasterBullets } from './master-bullets.ts';
import { openPpt } from './open-ppt.ts';
import { pptTypes } from './ppt-types.ts';
import { readPptSlide } from './read-ppt-slide.ts';

const hiddenFlag = 4;

/**
 * Reads a binary presentation of PowerPoint 97 to 2003 ([MS-PPT]) as PPTX is read: each slide is a page.
 *
 * @throws DocumentError; the signal's reason when aborted
 */
export async function readPpt(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const storage = openCompoundFile(bytes);
  const presentation = openPpt(storage, options.password);
  const { slides, width, height } = presentation;
  const notes = new Map(presentation.notes);
  const masters = new Map<number, MasterBullets>();
  const repetitions = new RepetitionBudget(Math.max(bytes.length, 100_000));
  const context = {
    presentation,
    blocks: new BlockBudget(),
    pictures: new DocumentPictures(options.pictures),
    pictureStream: storage.stream('Pictures') ?? Buffer.alloc(0),
    repetitions,
    objects: new EmbeddedObjects(repetitions),
  };
  const selected = selectPageNumbers(options.pages, slides.length);
  const blocks: ContentBlock[] = [];
  const pages: DocumentPage[] = [];
  const warnings: DocumentWarning[] = [];
  for (const [index, number] of selected.entries()) {
    const slide = slides[number - 1];
    const container = slide?.container;
    if (slide === undefined || container?.type !== pptTypes.slide) warnings.push(missingSlide(number));
    else if (isHidden(container.data)) warnings.push(hiddenSlide(number));
    else {
      pages.push({ number, width, height });
      const { masterId, notesId } = readIds(container.data);
      const bullets = masters.get(masterId) ?? new MasterBullets(presentation, masterId);
      masters.set(masterId, bullets);
      // Notes belong to one slide.
      const ownNotes = notes.get(notesId);
      notes.delete(notesId);
      for (const block of readPptSlide(container.data, slide, ownNotes, bullets, context))
        blocks.push({ ...block, page: number });
    }
    options.onPage?.(index + 1, selected.length);
    options.signal?.throwIfAborted();
    await options.yieldIfDue?.();
  }
  return {
    format: 'ppt',
    blocks,
    metadata: readSummaryInformation(storage),
    pages,
    pageCount: slides.length,
    warnings: [...warnings, ...context.pictures.warnings, ...context.objects.warnings],
  };
}

function isHidden(slide: Buffer): boolean {
  const info = findArtRecord(slide, pptTypes.slideShowInfo)?.data;
  return info !== undefined && info.length >= 12 && (info.readUInt16LE(10) & hiddenFlag) !== 0;
}

function readIds(slide: Buffer): { masterId: number; notesId: number } {
  const atom = findArtRecord(slide, pptTypes.slideAtom)?.data;
  if (atom === undefined || atom.length < 20) return { masterId: 0, notesId: 0 };
  return { masterId: atom.readUInt32LE(12), notesId: atom.readUInt32LE(16) };
}
