import type { Pdfium } from './load-pdfium.ts';

const bytes = 4096;

/** Memory inside PDFium for the results of its functions: 4 KB, which live as long as the instance. */
export class Scratch {
  readonly address: number;
  readonly #pdfium: Pdfium;
  #view: DataView | undefined;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
    this.address = pdfium.allocate(bytes);
  }

  /** A number of 32 bits at an index. */
  float(index: number): number {
    return this.#data().getFloat32(this.address + 4 * index, true);
  }

  /** A number of 64 bits at an index. */
  double(index: number): number {
    return this.#data().getFloat64(this.address + 8 * index, true);
  }

  integer(index: number): number {
    return this.#data().getUint32(this.address + 4 * index, true);
  }

  setInteger(index: number, value: number): void {
    this.#data().setUint32(this.address + 4 * index, value, true);
  }

  /**
   * Calls a function that writes a text, again with more memory if it is longer.
   *
   * @param write writes at an address at most `length` bytes, and returns the bytes of the whole text with its end
   * @param encoding `utf16le` with an end of two bytes, or `utf8` with one of a single byte
   */
  text(write: (address: number, length: number) => number, encoding: 'utf16le' | 'utf8' = 'utf16le'): string {
    const length = write(this.address, bytes);
    const end = encoding === 'utf16le' ? 2 : 1;
    if (length <= end) return '';
    if (length <= bytes) return this.#decode(this.address, length - end, encoding);
    if (length > textBytesMax) return '';
    const address = this.#pdfium.allocate(length);
    write(address, length);
    const text = this.#decode(address, length - end, encoding);
    this.#pdfium.free(address);
    return text;
  }

  #decode(address: number, length: number, encoding: 'utf16le' | 'utf8'): string {
    const { buffer, byteOffset } = this.#pdfium.memory();
    return Buffer.from(buffer, byteOffset + address, length).toString(encoding);
  }

  /** The memory moves when it grows. */
  #data(): DataView {
    const { buffer } = this.#pdfium.memory();
    if (this.#view?.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }
}

/** Longer texts, such as a title of a megabyte, are ignored. */
const textBytesMax = 1 << 20;
