import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';

/** Maximum length of the media type and its parameters, which precede the comma. */
const headLengthMax = 1024;

/**
 * Decodes a `data:` URI (RFC 2397), base64 or percent-encoded. ASCII white space in base64 is ignored. Takes linear
 * time for any text.
 *
 * @throws ServiceError `invalid_url` if the URI is malformed or has no data
 */
export function readDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0) throw invalid(uri, 'has no comma before its data');
  if (comma > headLengthMax) throw invalid(uri, `has a media type of more than ${headLengthMax} characters`);
  const data = uri.slice(comma + 1);
  if (Buffer.byteLength(data) !== data.length) throw invalid(uri, 'has non-ASCII characters in its data');
  const isBase64 = /;\s*base64\s*$/i.test(uri.slice(0, comma));
  const bytes = isBase64 ? decodeBase64(uri, data) : decodePercent(uri, data);
  if (bytes.length === 0) throw invalid(uri, 'has no data');
  return bytes;
}

function decodeBase64(uri: string, data: string): Uint8Array {
  const plain = data.includes('%') ? decodePercent(uri, data).toString('latin1') : data;
  return decodeExactly(plain) ?? decodeExactly(removeSpace(plain)) ?? fail(invalid(uri, 'is not base64'));
}

/**
 * Decodes base64 without white space; undefined if the text has other characters. Node.js skips characters outside the
 * base64 alphabet, so the text is valid only if the number of bytes fits its length: four characters encode three
 * bytes (RFC 4648, section 4).
 */
function decodeExactly(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const characters = text.length - padding;
  if (characters % 4 === 1) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((characters * 3) / 4) ? bytes : undefined;
}

/** Removes ASCII white space from ASCII text. */
function removeSpace(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const isSpace = byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b);
    if (!isSpace) bytes[length++] = byte;
  }
  return bytes.toString('latin1', 0, length);
}

const percent = 0x25;

function decodePercent(uri: string, data: string): Buffer {
  const bytes = Buffer.from(data, 'latin1');
  let length = bytes.indexOf(percent);
  if (length < 0) return bytes;
  for (let at = length; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0;
    if (byte === percent) {
      const high = hexValue(bytes[at + 1]);
      const low = hexValue(bytes[at + 2]);
      if (high < 0 || low < 0) throw invalid(uri, 'has an invalid percent-encoding');
      byte = high * 16 + low;
      at += 2;
    }
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

/** Returns the value of a hexadecimal digit, given as its ASCII code; -1 for any other character. */
function hexValue(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function fail(error: ServiceError): never {
  throw error;
}

const invalid = (uri: string, problem: string): ServiceError =>
  new ServiceError('invalid_url', `imageUrl: the data: URI ${problem} (it is ${quoteValue(uri)})`);
