import type { DocumentPage } from '../model/document-content.ts';
import type { RecognizedPart, UnreadPart } from '../model/recognized-page.ts';

/** Total size of the files that are kept for recognition; scans hardly shrink in an archive, which is smaller. */
const scanBytesMax = 64 * 1024 * 1024;

/** Files inside of one file, on all levels together, whose pages have to be recognized, or were. */
export class NestedScans {
  readonly #recognized: ReadonlyMap<number, RecognizedPart>;
  readonly #files = new Map<number, Uint8Array>();
  #bytesLeft = scanBytesMax;

  /** @param recognized what an earlier reading asked for */
  constructor(recognized: readonly RecognizedPart[] = []) {
    this.#recognized = new Map(recognized.map((each) => [each.part, each]));
  }

  /** The recognition of a file; undefined before it. */
  recognized(part: number): RecognizedPart | undefined {
    return this.#recognized.get(part);
  }

  /**
   * Keeps a copy of a file, whose pages have to be recognized.
   *
   * @returns false if the files are together too large
   */
  keep(part: number, bytes: Uint8Array): boolean {
    if (bytes.length > this.#bytesLeft) return false;
    this.#bytesLeft -= bytes.length;
    this.#files.set(part, new Uint8Array(bytes));
    return true;
  }

  /** The files of the pages that have to be recognized, with the numbers of these pages in them. */
  unreadParts(pages: readonly DocumentPage[]): UnreadPart[] {
    const numbers = new Map<number, number[]>();
    for (const { recognition, source } of pages) {
      if (recognition !== 'needed' || source === undefined) continue;
      const known = numbers.get(source.part);
      if (known === undefined) numbers.set(source.part, [source.number]);
      else known.push(source.number);
    }
    return [...numbers].flatMap(([part, selected]) => {
      const bytes = this.#files.get(part);
      return bytes === undefined ? [] : [{ part, bytes, pages: selected }];
    });
  }
}
