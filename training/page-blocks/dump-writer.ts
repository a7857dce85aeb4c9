import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type BlockFeatures, blockFeatureNames } from '@quern/web/extract/blocks/block-features';
import { pageFeatureNames } from '@quern/web/extract/blocks/page-features';
import { foldCount } from './read-gold-pages.ts';

/** Description of a dumped page. */
export interface DumpedPage {
  readonly id: string;
  /** Registered domain. */
  readonly site: string;
  readonly fold: number;
  readonly type: string;
  /** Words of the gold text. */
  readonly goldWords: number;
  readonly isComposed: boolean;
}

/**
 * Writes the input of training: `rows.f32`, `labels.f32`, `words.f32` and `foreign.f32` (one row or number per block, in native
 * byte order), and `pages.json`.
 */
export class DumpWriter {
  readonly #folder: string;
  readonly #rows: number;
  readonly #labels: number;
  readonly #words: number;
  readonly #foreign: number;
  readonly #pages: object[] = [];

  /** @param folder is created if it does not exist */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#rows = openSync(join(folder, 'rows.f32'), 'w');
    this.#labels = openSync(join(folder, 'labels.f32'), 'w');
    this.#words = openSync(join(folder, 'words.f32'), 'w');
    this.#foreign = openSync(join(folder, 'foreign.f32'), 'w');
  }

  /** @param labeled labels of the blocks, and 1 for each block that was added to the page */
  add(
    features: BlockFeatures,
    labeled: { readonly labels: Float32Array; readonly isForeign?: Float32Array },
    described: DumpedPage,
  ): void {
    const width = blockFeatureNames.length;
    const rows = new Float32Array(features.blockCount * width);
    for (let block = 0; block < features.blockCount; block++) features.writeRow(block, rows, block * width);
    write(this.#rows, rows);
    write(this.#labels, labeled.labels);
    write(this.#foreign, labeled.isForeign ?? new Float32Array(features.blockCount));
    write(
      this.#words,
      Float32Array.from(features.textFeatures, ({ words }) => words),
    );
    this.#pages.push({ ...described, blocks: features.blockCount, features: Array.from(features.pageRow) });
  }

  close(): void {
    for (const file of [this.#rows, this.#labels, this.#words, this.#foreign]) closeSync(file);
    const described = {
      folds: foldCount,
      blockFeatures: blockFeatureNames,
      pageFeatures: pageFeatureNames,
      pages: this.#pages,
    };
    writeFileSync(join(this.#folder, 'pages.json'), JSON.stringify(described));
  }
}

function write(file: number, values: Float32Array): void {
  writeSync(file, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
}
