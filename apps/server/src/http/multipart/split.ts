import { ServiceError } from '../../errors/service-error.ts';
import type { MultipartPart } from '../../operations/define-operation.ts';
import { parsePartHeaders } from './part-headers.ts';

/** An uploaded file, and a text part, may have so many bytes; of a longer one no more than one byte more is kept. */
export const partBytesMax = 10_485_760;
const partsMax = 64;
const headerBytesMax = 8192;
const lineEnd = '\r\n';
const headEnd = lineEnd + lineEnd;

type State = 'before' | 'boundary' | 'headers' | 'body' | 'after';

/**
 * Splits a form at its boundaries while it comes in (RFC 2046, section 5.1; RFC 7578), so that no more of it
 * is ever in memory than the parts' limits allow. What stands before the first and after the last boundary is
 * passed over. `push` and `end` throw `invalid_parameters` for what is no form.
 */
export class MultipartSplitter {
  readonly #delimiter: Buffer;
  readonly #parts: MultipartPart[] = [];
  #state: State = 'before';
  /** What was not looked at to the end; the line end before a body makes its first boundary like all others. */
  #rest: Buffer = Buffer.from(lineEnd);
  #head: Omit<MultipartPart, 'bytes'> | undefined;
  #chunks: Buffer[] = [];
  #kept = 0;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`${lineEnd}--${boundary}`, 'latin1');
  }

  push(chunk: Buffer): void {
    if (this.#state === 'after') return;
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#step());
  }

  /** The parts, in order, when the form has ended as it should. */
  end(): MultipartPart[] {
    if (this.#state === 'after') return this.#parts;
    if (this.#state === 'before')
      throw malformed('it does not have the boundary that its Content-Type names');
    throw malformed('it ends before its last boundary');
  }

  /** Takes one piece off the rest; false when more has to come first. */
  #step(): boolean {
    switch (this.#state) {
      case 'before':
        return this.#passOver();
      case 'boundary':
        return this.#readBoundaryLine();
      case 'headers':
        return this.#readHeaders();
      case 'body':
        return this.#readBody();
      case 'after':
        return false;
    }
  }

  #passOver(): boolean {
    const at = this.#rest.indexOf(this.#delimiter);
    if (at < 0) {
      this.#skip(this.#rest.length - this.#delimiter.length + 1);
      return false;
    }
    this.#skip(at + this.#delimiter.length);
    this.#state = 'boundary';
    return true;
  }

  /** `--` ends the form; white space may stand between a boundary and the end of its line. */
  #readBoundaryLine(): boolean {
    if (this.#rest.length < 2) return false;
    if (this.#rest.toString('latin1', 0, 2) === '--') {
      this.#state = 'after';
      return false;
    }
    const at = this.#rest.indexOf(lineEnd);
    const line = this.#rest.toString('latin1', 0, at < 0 ? Math.min(this.#rest.length, headerBytesMax) : at);
    if (/[^ \t\r]/.test(line) || line.length >= headerBytesMax)
      throw malformed('there is text behind a boundary');
    if (at < 0) return false;
    if (this.#parts.length === partsMax) throw invalid(`the body has over ${partsMax} parts`);
    // The line end stays: a part without any header begins with its blank line.
    this.#skip(at);
    this.#state = 'headers';
    return true;
  }

  #readHeaders(): boolean {
    const at = this.#rest.indexOf(headEnd);
    const boundary = this.#rest.indexOf(this.#delimiter);
    if (boundary >= 0 && (at < 0 || boundary < at))
      throw malformed('a part has no blank line after its headers');
    if (at > headerBytesMax || (at < 0 && this.#rest.length > headerBytesMax)) {
      throw malformed(`the headers of a part have over ${headerBytesMax} bytes`);
    }
    if (at < 0) return false;
    this.#head = parsePartHeaders(this.#rest.subarray(lineEnd.length, Math.max(lineEnd.length, at)));
    this.#skip(at + headEnd.length);
    this.#state = 'body';
    return true;
  }

  #readBody(): boolean {
    const at = this.#rest.indexOf(this.#delimiter);
    const upTo = at < 0 ? this.#rest.length - this.#delimiter.length + 1 : at;
    if (upTo > 0) {
      this.#keep(this.#rest.subarray(0, upTo));
      this.#skip(upTo);
    }
    if (at < 0) return false;
    this.#skip(this.#delimiter.length);
    this.#finishPart();
    this.#state = 'boundary';
    return true;
  }

  #keep(bytes: Buffer): void {
    const room = partBytesMax + 1 - this.#kept;
    if (room <= 0) return;
    // A copy: the window would keep the whole chunk it looks at.
    const kept = Buffer.from(bytes.subarray(0, room));
    this.#chunks.push(kept);
    this.#kept += kept.length;
  }

  #finishPart(): void {
    if (this.#head !== undefined)
      this.#parts.push({ ...this.#head, bytes: Buffer.concat(this.#chunks, this.#kept) });
    this.#chunks = [];
    this.#kept = 0;
  }

  #skip(bytes: number): void {
    if (bytes > 0) this.#rest = this.#rest.subarray(bytes);
  }
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameters', message);

const malformed = (problem: string): ServiceError => invalid(`the multipart body cannot be read: ${problem}`);
