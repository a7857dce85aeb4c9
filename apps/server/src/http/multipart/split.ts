import { ByteCollector } from '@quern/runtime/byte-collector';
import { invalidParameters } from '../../errors/service-error.ts';
import type { MultipartPart } from '../../operations/uploaded-file.ts';
import { malformedMultipart } from './malformed-multipart.ts';
import { parsePartHeaders } from './part-headers.ts';

const partsMax = 64;
const headerBytesMax = 8192;
const lineEnd = '\r\n';
const headersEnd = lineEnd + lineEnd;

type State = 'preamble' | 'boundary' | 'headers' | 'body' | 'epilogue';

/**
 * Splits a multipart/form-data body at its boundaries while it is received (RFC 2046, section 5.1; RFC 7578), so that
 * memory is bounded by the limits of the parts. The preamble and the epilogue are ignored. `push` and `end` throw a
 * ServiceError `invalid_parameters` if the body is malformed.
 */
export class MultipartSplitter {
  readonly #delimiter: Buffer;
  readonly #partBytesMax: number;
  readonly #parts: MultipartPart[] = [];
  #state: State = 'preamble';
  /** Received bytes that are not processed yet. The line end lets the first boundary match like all others. */
  #pending: Buffer = Buffer.from(lineEnd);
  #headers: Omit<MultipartPart, 'bytes'> | undefined;
  readonly #part = new ByteCollector();

  /** @param partBytesMax maximum size of one part; of a larger part, one more byte is kept, so that it can be detected */
  constructor(boundary: string, partBytesMax: number) {
    this.#delimiter = Buffer.from(`${lineEnd}--${boundary}`, 'latin1');
    this.#partBytesMax = partBytesMax;
  }

  /** Processes the next chunk of the body. */
  push(chunk: Buffer): void {
    if (this.#state === 'epilogue') return;
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#step());
  }

  /** Returns the parts in order; throws if the closing boundary is missing. */
  end(): MultipartPart[] {
    if (this.#state === 'epilogue') return this.#parts;
    if (this.#state === 'preamble')
      throw malformedMultipart('the boundary named by the Content-Type does not occur');
    throw malformedMultipart('the closing boundary is missing');
  }

  /** Consumes pending bytes; returns false if more are needed. */
  #step(): boolean {
    switch (this.#state) {
      case 'preamble':
        return this.#skipPreamble();
      case 'boundary':
        return this.#readBoundaryLine();
      case 'headers':
        return this.#readHeaders();
      case 'body':
        return this.#readBody();
      case 'epilogue':
        return false;
    }
  }

  #skipPreamble(): boolean {
    const at = this.#pending.indexOf(this.#delimiter);
    if (at < 0) {
      this.#skip(this.#pending.length - this.#delimiter.length + 1);
      return false;
    }
    this.#skip(at + this.#delimiter.length);
    this.#state = 'boundary';
    return true;
  }

  /** Reads the rest of a boundary line: `--` after the closing boundary, else only white space. */
  #readBoundaryLine(): boolean {
    if (this.#pending.length < 2) return false;
    if (this.#pending.toString('latin1', 0, 2) === '--') {
      this.#state = 'epilogue';
      return false;
    }
    const at = this.#pending.indexOf(lineEnd);
    const lineLength = at < 0 ? Math.min(this.#pending.length, headerBytesMax) : at;
    const line = this.#pending.toString('latin1', 0, lineLength);
    if (/[^ \t\r]/.test(line) || line.length >= headerBytesMax) {
      throw malformedMultipart('there is text after a boundary on the same line');
    }
    if (at < 0) return false;
    if (this.#parts.length === partsMax) throw invalidParameters(`the body has more than ${partsMax} parts`);
    // Keep the line end: a part without headers starts with its blank line.
    this.#skip(at);
    this.#state = 'headers';
    return true;
  }

  #readHeaders(): boolean {
    const at = this.#pending.indexOf(headersEnd);
    const boundary = this.#pending.indexOf(this.#delimiter);
    if (boundary >= 0 && (at < 0 || boundary < at)) {
      throw malformedMultipart('a part has no blank line after its headers');
    }
    if (at > headerBytesMax || (at < 0 && this.#pending.length > headerBytesMax)) {
      throw malformedMultipart(`the headers of a part have more than ${headerBytesMax} bytes`);
    }
    if (at < 0) return false;
    this.#headers = parsePartHeaders(this.#pending.subarray(lineEnd.length, Math.max(lineEnd.length, at)));
    this.#skip(at + headersEnd.length);
    this.#state = 'body';
    return true;
  }

  #readBody(): boolean {
    const at = this.#pending.indexOf(this.#delimiter);
    const upTo = at < 0 ? this.#pending.length - this.#delimiter.length + 1 : at;
    if (upTo > 0) {
      this.#append(this.#pending.subarray(0, upTo));
      this.#skip(upTo);
    }
    if (at < 0) return false;
    this.#skip(this.#delimiter.length);
    this.#finishPart();
    this.#state = 'boundary';
    return true;
  }

  #append(bytes: Buffer): void {
    const remaining = this.#partBytesMax + 1 - this.#part.length;
    if (remaining > 0) this.#part.append(bytes.subarray(0, remaining));
  }

  #finishPart(): void {
    const bytes = this.#part.take();
    if (this.#headers !== undefined) this.#parts.push({ ...this.#headers, bytes });
  }

  #skip(bytes: number): void {
    if (bytes > 0) this.#pending = this.#pending.subarray(bytes);
  }
}
