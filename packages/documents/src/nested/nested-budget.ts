import type { ContentBlock } from '@quern/content/blocks/content-block';
import { countNodes } from '@quern/content/blocks/rich-text';
import { DocumentError } from '../errors/document-error.ts';

const filesMax = 1000;
/** Maximum size of a file. */
const fileBytesMax = 32 * 1024 * 1024;
/** Total of the unpacked files: a multiple of the file that contains them, within bounds. */
const totalRatioMax = 50;
const totalBytesMin = 32 * 1024 * 1024;
const totalBytesMax = 256 * 1024 * 1024;
/** Cost of all blocks, as in `BlockBudget`: as much as a single document may have. */
const blocksCostMax = 900_000;
const blockCost = 3;

/** Limits the files inside of one file, on all levels together. */
export class NestedBudget {
  #files = 0;
  #bytes: number;
  #cost = blocksCostMax;
  #parts = 0;

  /** @param fileBytes size of the file */
  constructor(fileBytes: number) {
    this.#bytes = Math.min(Math.max(fileBytes * totalRatioMax, totalBytesMin), totalBytesMax);
  }

  /** Maximum size of the next file. */
  get bytesMax(): number {
    return Math.max(1, Math.min(this.#bytes, fileBytesMax));
  }

  /**
   * @returns the ordinal of the file
   * @throws DocumentError `too_complex` for too many files
   */
  takeFile(): number {
    if (++this.#files > filesMax)
      throw new DocumentError('too_complex', `there are more than ${filesMax} files.`);
    return this.#files;
  }

  /** @throws DocumentError `too_complex` if all files are together too large */
  takeBytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw new DocumentError('too_complex', 'the files are together too large.');
  }

  /** @throws DocumentError `too_complex` if all parts have together too much content */
  takeBlocks(blocks: readonly ContentBlock[]): void {
    this.#cost -= costOf(blocks);
    if (this.#cost < 0)
      throw new DocumentError(
        'too_complex',
        'the files before it have as much content as a document may have.',
      );
  }

  /** @returns a prefix of labels that no other part has */
  nextPrefix(): string {
    return `p${++this.#parts}-`;
  }
}

function costOf(blocks: readonly ContentBlock[]): number {
  let cost = 0;
  for (const block of blocks) {
    cost += blockCost;
    if (block.kind === 'quote') cost += costOf(block.blocks);
    else if (block.kind === 'table') for (const row of block.rows) cost += row.length;
    else if ('content' in block) cost += countNodes(block.content);
  }
  return cost;
}
