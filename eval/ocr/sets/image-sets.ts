import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { DataFiles } from '../../data/data-files.ts';

/** A row of a table that is in an image. */
export interface TruthRow {
  /** Cells from left to right; a cell of several lines is joined by spaces. */
  readonly cells: readonly string[];
  /** The same row as it is seen: one row of cells for each line of text; more than one if a cell has several lines. */
  readonly lines: readonly (readonly string[])[];
  /** False for a label with its value, which is correct as a line of text, too. */
  readonly isTable: boolean;
}

/** An image with its text. */
export interface TruthImage {
  readonly name: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly readBytes: () => Uint8Array;
  readonly text: string;
  readonly rows?: readonly TruthRow[];
}

/** Images of one kind. */
export interface ImageSet {
  readonly name: string;
  readonly images: readonly TruthImage[];
}

/** Lists the public sets: folders of `ocr` in the data folder with `images` and `truth`. */
export function listPublicSets(data: DataFiles): ImageSet[] {
  const root = join(data.root, 'ocr');
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'truth')))
    .sort()
    .map((name) => ({ name, images: listImages(data, name) }));
}

function listImages(data: DataFiles, set: string): TruthImage[] {
  return readdirSync(join(data.root, 'ocr', set, 'images'))
    .sort()
    .map((file) => ({
      name: file,
      language: /^lang_(\w+)$/.exec(set)?.[1] ?? 'en',
      readBytes: () => data.read(join('ocr', set, 'images', file)),
      text: data.read(join('ocr', set, 'truth', `${basename(file, extname(file))}.txt`)).toString(),
    }));
}
