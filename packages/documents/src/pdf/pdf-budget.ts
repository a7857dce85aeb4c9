import { DocumentError } from '../errors/document-error.ts';

/** Work that is allowed for a document of any size. A page of dense text has some 3,000 operators. */
const operatorsMin = 400_000;
const decodedBytesMin = 64 * 1024 * 1024;
const operatorsPerByte = 8;
const decodedBytesPerByte = 100;
const operatorsMax = 8_000_000;
const decodedBytesMax = 512 * 1024 * 1024;

/** Maximum number of saved graphics states. ISO 32000-1, annex C, gives 28; broken producers reach hundreds. */
const savedStatesMax = 10_000;

/** Cost of an operator that looks up a resource, relative to other operators. */
const lookupCost = 8;
const lookups = new Set(['Do', 'gs', 'Tf']);

/**
 * Limits the work of reading a PDF in proportion to its length: operators of content streams, including those of nested
 * forms and repeated pages, and bytes decoded from streams.
 */
export class PdfBudget {
  readonly #operatorsMax: number;
  readonly #decodedBytesMax: number;
  #operators = 0;
  #decodedBytes = 0;
  #exceeded: DocumentError | undefined;

  /** @param length length of the file in bytes */
  constructor(length: number) {
    this.#operatorsMax = Math.min(operatorsMax, operatorsMin + length * operatorsPerByte);
    this.#decodedBytesMax = Math.min(decodedBytesMax, decodedBytesMin + length * decodedBytesPerByte);
  }

  /** Counts an operator of a content stream. @throws DocumentError `too_complex` */
  countOperator(name: string, savedStates: number): void {
    this.#operators += lookups.has(name) ? lookupCost : 1;
    if (this.#operators > this.#operatorsMax) this.#stop('has more drawing operators than its size allows');
    if (savedStates > savedStatesMax) this.#stop(`saves more than ${savedStatesMax} graphics states at once`);
  }

  /** Counts bytes decoded from a stream. @throws DocumentError `too_complex` */
  countDecodedBytes(count: number): void {
    this.#decodedBytes += count;
    if (this.#decodedBytes > this.#decodedBytesMax) this.#stop('unpacks to more data than its size allows');
  }

  /** To be called after each page, since pdf.js ignores errors within a page. @throws DocumentError `too_complex` */
  throwIfExceeded(): void {
    if (this.#exceeded) throw this.#exceeded;
  }

  #stop(reason: string): never {
    this.#exceeded ??= new DocumentError('too_complex', `The PDF ${reason}.`);
    throw this.#exceeded;
  }
}
