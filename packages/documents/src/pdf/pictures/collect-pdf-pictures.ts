import { type PagePictures, PdfDocument, PdfError, type StructureElement } from '@quern/pdf';
import { meaningfulDescription } from '../../office/meaningful-description.ts';
import type { PictureCollector } from '../../pictures/picture-collector.ts';
import type { ReadDocumentOptions } from '../../read-document-options.ts';
import { shareOf } from '../words/select-glyphs.ts';
import { turnPageBox } from '../words/turn-contents.ts';
import type { PlacedPicture } from './insert-pictures.ts';

/** A page whose pictures are collected. */
export interface PicturedPage {
  readonly number: number;
  /** Size in points as displayed. */
  readonly width: number;
  readonly height: number;
  /** Clockwise direction of the text on the page, by which it was turned to be read. */
  readonly angle: number;
  /** Whether the text of the page is that of a picture. */
  readonly isScan: boolean;
  readonly structure: readonly StructureElement[];
  /** Number of its images. */
  readonly imageCount: number;
}

/** A picture of this share of a scanned page is the page, and so are tiles that together have it. */
const pageShareMin = 0.8;
/** Pages that are stored as tiles have at least this number. */
const tilesMin = 4;
/** Limit of the pixels of a picture. */
const pixelsMax = 50_000_000;
/** Limit of the pixels of all pictures of a document by its size: ten million pixels take up to a second. */
const [allPixelsMin, pixelsPerByte, allPixelsMax] = [50_000_000, 20, 150_000_000];
/** Steps of PDFium for the pictures of a document: more than for drawing a page, which `drawingStepsMax` of the package limits. */
const [stepsMin, stepsPerByte, stepsMax] = [1_000_000_000, 200, 2_000_000_000];

/**
 * Collects the pictures on pages, without those that are the scan of a page. They are read by another instance of PDFium, so that
 * one that cannot be read affects no text.
 *
 * @throws the signal's reason when aborted
 */
export async function collectPdfPictures(
  bytes: Uint8Array,
  pages: readonly PicturedPage[],
  collector: PictureCollector,
  { signal, yieldIfDue, password }: Pick<ReadDocumentOptions, 'signal' | 'yieldIfDue' | 'password'>,
): Promise<PlacedPicture[]> {
  const pictured = pages.filter(({ imageCount }) => imageCount > 0);
  if (pictured.length === 0) return [];
  const steps = Math.min(stepsMax, stepsMin + bytes.length * stepsPerByte);
  const document = await PdfDocument.open(bytes, { password, stepsMax: steps });
  const reader = new PictureReader(
    collector,
    Math.min(allPixelsMax, allPixelsMin + bytes.length * pixelsPerByte),
  );
  for (const [at, page] of pictured.entries()) {
    const opened = openPictures(document, page);
    if (opened === undefined) {
      reader.leaveOut(pictured.slice(at));
      break;
    }
    const descriptions = descriptionsOf(page.structure);
    for (const index of picturesOf(opened, page)) {
      signal?.throwIfAborted();
      await yieldIfDue?.();
      reader.read(opened, index, page, descriptions);
    }
    if (!opened.isUsable) {
      reader.leaveOut(pictured.slice(at + 1));
      break;
    }
    opened.close();
  }
  return reader.placed;
}

/** @returns undefined if the page cannot be opened a second time */
function openPictures(document: PdfDocument, { number }: PicturedPage): PagePictures | undefined {
  try {
    return document.openPictures(number - 1);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** The indexes of the pictures of a page that are not the page itself. */
function picturesOf({ pictures }: PagePictures, { width, height, isScan }: PicturedPage): number[] {
  const shares = pictures.map(({ box }) => shareOf(box, width, height));
  const indexes = [...shares.keys()];
  if (!isScan) return indexes;
  const isTiled = shares.length >= tilesMin && shares.reduce((sum, share) => sum + share, 0) >= pageShareMin;
  return indexes.filter((index) => (shares[index] ?? 0) < pageShareMin && !isTiled);
}

class PictureReader {
  readonly placed: PlacedPicture[] = [];
  readonly #collector: PictureCollector;
  #pixelsLeft: number;

  constructor(collector: PictureCollector, pixels: number) {
    this.#collector = collector;
    this.#pixelsLeft = pixels;
  }

  read(
    opened: PagePictures,
    index: number,
    page: PicturedPage,
    descriptions: ReadonlyMap<number, string>,
  ): void {
    const picture = opened.pictures[index];
    if (picture === undefined) return;
    const { box, markedContentId } = picture;
    const description = descriptions.get(markedContentId) ?? '';
    const read = this.#collector.read((bytesMax) => this.#readBytes(opened, index, bytesMax));
    const url = this.#collector.place(read, { description, box });
    if (url === '') return;
    const place = turnPageBox(box, page, page.angle);
    this.placed.push({ page: page.number, box, place, description, url });
  }

  /** Counts the pictures of pages that are not read any more, except scans. */
  leaveOut(pages: readonly PicturedPage[]): void {
    for (const { imageCount, isScan } of pages) {
      for (let index = 0; index < imageCount && !isScan; index += 1)
        this.#collector.place('over limit', { description: '' });
    }
  }

  #readBytes(opened: PagePictures, index: number, bytesMax: number): Uint8Array | 'over limit' | undefined {
    const pixels = opened.pictures[index]?.pixelCount ?? 0;
    if (!opened.isUsable || pixels > Math.min(pixelsMax, this.#pixelsLeft)) return 'over limit';
    this.#pixelsLeft -= pixels;
    try {
      return opened.read(index, { bytesMax, pixelsMax });
    } catch (error) {
      if (error instanceof PdfError) return error.code === 'too_complex' ? 'over limit' : undefined;
      throw error;
    }
  }
}

/** The replacement texts of marked content, by its identifiers. */
function descriptionsOf(structure: readonly StructureElement[]): Map<number, string> {
  const descriptions = new Map<number, string>();
  const visit = ({ alternativeText, children }: StructureElement, around: string): void => {
    const description = meaningfulDescription(alternativeText) || around;
    for (const child of children) {
      if (typeof child !== 'number') visit(child, description);
      else if (description !== '') descriptions.set(child, description);
    }
  };
  for (const element of structure) visit(element, '');
  return descriptions;
}
