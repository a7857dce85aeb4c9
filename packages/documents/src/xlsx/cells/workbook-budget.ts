import { DocumentError } from '../../errors/document-error.ts';

/** With more cells, a conversion takes more than 500 MB. */
const cellsMax = 600_000;
const charactersMax = 32_000_000;
/** Places of merged cells that repeat their text, and their characters. */
const repetitionsMax = 200_000;
const repeatedCharactersMax = 4_000_000;
/** Bytes of all sheets and of their texts, and for each byte of the file: ordinary ones unpack to ten to twenty times as many. */
const sheetBytesMax = 160 * 1024 * 1024;
const sheetBytesMin = 24 * 1024 * 1024;
const unpackedRatioMax = 50;

/** Limits what the sheets of a workbook need together. */
export class WorkbookBudget {
  #cells = cellsMax;
  #characters = charactersMax;
  #repetitions = repetitionsMax;
  #repeatedCharacters = repeatedCharactersMax;
  #bytes: number;

  /** @param fileBytes size of the file */
  constructor(fileBytes: number) {
    this.#bytes = Math.min(Math.max(fileBytes * unpackedRatioMax, sheetBytesMin), sheetBytesMax);
  }

  /** @returns the number of bytes that the next part may have */
  get bytesLeft(): number {
    return Math.max(1, this.#bytes);
  }

  /** Counts the bytes of a part. */
  takeBytes(count: number): void {
    this.#bytes -= count;
  }

  /** Counts a cell with text. @throws DocumentError `too_complex` if there are too many */
  takeCell(length: number): void {
    this.#cells--;
    this.#characters -= length;
    if (this.#cells < 0 || this.#characters < 0) {
      const limit = this.#cells < 0 ? '600,000 cells' : '32 million characters';
      throw new DocumentError(
        'too_complex',
        `The spreadsheet has more than ${limit}: select some of its sheets with \`pages\`, or split it.`,
      );
    }
  }

  /** @returns whether a merged cell may repeat its text in another place */
  takeRepetition(length: number): boolean {
    this.#repetitions--;
    this.#repeatedCharacters -= length;
    return this.#repetitions >= 0 && this.#repeatedCharacters >= 0;
  }
}
