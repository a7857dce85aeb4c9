import { DocumentError } from '../document-error.ts';

/** Work that a document may cost, whatever its size. A page of dense text has some 3,000 operators. */
const operatorsMin = 400_000;
const decodedBytesMin = 64 * 1024 * 1024;
const operatorsPerByte = 8;
const decodedBytesPerByte = 100;
const operatorsMax = 8_000_000;
const decodedBytesMax = 512 * 1024 * 1024;

/** Graphics states that are saved at once. ISO 32000-1, annex C, gives 28; broken producers reach hundreds. */
const savedStatesMax = 10_000;

/** Operators that look up a resource cost about as much as this many others. */
const lookupCost = 8;
const lookups = new Set(['Do', 'gs', 'Tf']);

/**
 * What reading a PDF may cost, in proportion to its length: operators of content streams, forms in forms and
 * repeated pages included, and bytes decoded from streams.
 */
export class PdfBudget {
  readonly #operatorsMax: number;
  readonly #decodedBytesMax: number;
  #operators = 0;
  #decodedBytes = 0;
  #exceeded: DocumentError | undefined;

  /** @param length of the file in bytes */
  constructor(length: number) {
    this.#operatorsMax = Math.min(operatorsMax, operatorsMin + length * operatorsPerByte);
    this.#decodedBytesMax = Math.min(decodedBytesMax, decodedBytesMin + length * decodedBytesPerByte);
  }

  /** Called for each operator of a content stream. @throws DocumentError `too_complex` */
  spendOperator(name: string, savedStates: number): void {
    this.#operators += lookups.has(name) ? lookupCost : 1;
    if (this.#operators > this.#operatorsMax) this.#stop('has more drawing operators than its size allows');
    if (savedStates > savedStatesMax) this.#stop(`saves more than ${savedStatesMax} graphics states at once`);
  }

  /** Called when a buffer for decoded bytes grows. @throws DocumentError `too_complex` */
  spendBytes(count: number): void {
    this.#decodedBytes += count;
    if (this.#decodedBytes > this.#decodedBytesMax) this.#stop('unpacks to more data than its size allows');
  }

  /** pdf.js takes errors within a page for damage and goes on. @throws DocumentError `too_complex` */
  throwIfExceeded(): void {
    if (this.#exceeded) throw this.#exceeded;
  }

  #stop(reason: string): never {
    this.#exceeded ??= new DocumentError('too_complex', `The PDF ${reason}: it cannot be read.`);
    throw this.#exceeded;
  }
}
