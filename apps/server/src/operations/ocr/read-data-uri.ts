import { quoteValue, ServiceError } from '../../errors.ts';

/** The bytes of a `data:` URI (RFC 2397), base64 or percent-encoded. Throws `invalid_url` for a malformed one. */
export function readDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0) throw invalid(uri, 'has no comma between its type and its data');
  const data = uri.slice(comma + 1);
  let bytes: Uint8Array;
  if (/;\s*base64\s*$/i.test(uri.slice(0, comma))) {
    const text = data.includes('%') ? decode(uri, data) : data;
    if (!/^[\sA-Za-z0-9+/_-]*={0,2}\s*$/.test(text)) throw invalid(uri, 'is not base64');
    bytes = Buffer.from(text, 'base64');
  } else {
    bytes = Buffer.from(decode(uri, data), 'latin1');
  }
  if (bytes.length === 0) throw invalid(uri, 'has no data');
  return bytes;
}

function decode(uri: string, data: string): string {
  if (/%(?![0-9a-f]{2})/i.test(data)) throw invalid(uri, 'has a broken percent-encoding');
  return data.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const invalid = (uri: string, problem: string): ServiceError =>
  new ServiceError('invalid_url', `imageUrl: the data: URI ${problem} (it is ${quoteValue(uri)})`);
