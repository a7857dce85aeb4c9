import { DocumentError } from '../errors/document-error.ts';

/** A part of data in a file. */
export interface RtfData {
  /** Hexadecimal digits, or the data as they are, whose codes are bytes. */
  readonly bytes: string;
  readonly isBinary: boolean;
}

/** Joins the parts of data. @throws DocumentError `too_complex` for more bytes than the limit */
export function joinRtfData(data: readonly RtfData[], bytesMax: number): Buffer {
  const parts: Buffer[] = [];
  let left = bytesMax;
  let digits: string[] = [];
  const add = (text: string, encoding: 'hex' | 'latin1', length: number): void => {
    left -= length;
    if (left < 0)
      throw new DocumentError('too_complex', `A picture or object has more than ${bytesMax} bytes.`);
    parts.push(Buffer.from(text, encoding));
  };
  const addDigits = (): void => {
    const text = digits.join('').replace(/[^\da-f]+/gi, '');
    digits = [];
    if (text !== '') add(text, 'hex', text.length / 2);
  };
  for (const { bytes, isBinary } of data) {
    if (!isBinary) digits.push(bytes);
    else {
      addDigits();
      add(bytes, 'latin1', bytes.length);
    }
  }
  addDigits();
  return Buffer.concat(parts);
}
