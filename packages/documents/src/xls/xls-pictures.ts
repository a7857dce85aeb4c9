import type { FigureBlock } from '@quern/content/blocks/content-block';
import { findArtRecord, readArtRecords } from '../drawing/art-records.ts';
import type { BlipStore } from '../drawing/blip-store.ts';
import { findPictureShapes } from '../drawing/find-picture-shapes.ts';
import { readBlip } from '../drawing/read-blip.ts';
import { artTypes } from '../drawing/shape-options.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';

const drawingType = 0xf002;
const empty = Buffer.alloc(0);

/**
 * Reads the pictures on a sheet, which belong to no cell ([MS-XLS] 2.4.169).
 *
 * @param drawing of the sheet
 * @param page number of the sheet
 */
export function readXlsPictures(
  drawing: Buffer,
  page: number,
  { store, pictures }: { readonly store: BlipStore; readonly pictures: DocumentPictures },
): FigureBlock[] {
  const blocks: FigureBlock[] = [];
  const root = findArtRecord(findArtRecord(drawing, drawingType)?.data ?? empty, artTypes.group);
  for (const record of readArtRecords(root?.data ?? empty))
    for (const { description, pictureNumber } of findPictureShapes(record)) {
      const read = (bytesMax: number) => {
        const file = store.fileOf(pictureNumber);
        return file && readBlip(file, bytesMax);
      };
      const url = pictures.collect(read, { description }, String(pictureNumber));
      if (description !== '' || url !== '')
        blocks.push({ kind: 'figure', alternativeText: description, url, page });
      else pictures.omit();
    }
  return blocks;
}
