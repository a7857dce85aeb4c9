import { quoteValue, ServiceError } from '../../errors/service-error.ts';

/** What stands before the comma is a media type and its parameters: short. */
const headLengthMax = 1024;

/**
 * The bytes of a `data:` URI (RFC 2397), base64 or percent-encoded; ASCII white space in base64 is passed over.
 * Throws `invalid_url` for a malformed one. Every step is one pass over the text, whatever the text is.
 */
export function readDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0) throw invalid(uri, 'has no comma between its type and its data');
  if (comma > headLengthMax) throw invalid(uri, `has a type of over ${headLengthMax} characters`);
  const data = uri.slice(comma + 1);
  if (Buffer.byteLength(data) !== data.length) throw invalid(uri, 'has characters outside ASCII in its data');
  const isBase64 = /;\s*base64\s*$/i.test(uri.slice(0, comma));
  const bytes = isBase64 ? decodeBase64(uri, data) : decodePercent(uri, data);
  if (bytes.length === 0) throw invalid(uri, 'has no data');
  return bytes;
}

function decodeBase64(uri: string, data: string): Uint8Array {
  const plain = data.includes('%') ? decodePercent(uri, data).toString('latin1') : data;
  return decodeExactly(plain) ?? decodeExactly(withoutSpace(plain)) ?? fail(invalid(uri, 'is not base64'));
}

/**
 * The decoder passes over what is not base64, so that its length alone tells whether all of the text was
 * (RFC 4648, section 4): four characters are three bytes.
 */
function decodeExactly(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const characters = text.length - padding;
  if (characters % 4 === 1) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((characters * 3) / 4) ? bytes : undefined;
}

/** Text of ASCII without its white space. */
function withoutSpace(text: string): string {
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
      if (high < 0 || low < 0) throw invalid(uri, 'has a broken percent-encoding');
      byte = high * 16 + low;
      at += 2;
    }
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

/** The value of a hexadecimal digit given by its ASCII code, -1 for anything else. */
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
