import { quoteValue } from '../../errors/quote-value.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import type { MultipartPart } from '../../operations/uploaded-file.ts';

const nameLengthMax = 200;
/** Transfer encodings that leave the bytes as they are. */
const identityEncodings = ['7bit', '8bit', 'binary'];

/**
 * Parses the headers of a part (RFC 7578, section 4).
 *
 * @throws ServiceError `invalid_parameters` if the part has no name, or a Content-Transfer-Encoding, which RFC 7578
 *   deprecates
 */
export function parsePartHeaders(bytes: Buffer): Omit<MultipartPart, 'bytes'> {
  const headers = parseHeaders(decodeUtf8(bytes));
  const disposition = headers.get('content-disposition') ?? '';
  if (!/^form-data\s*(;|$)/i.test(disposition)) {
    throw invalidParameters('a part has no Content-Disposition: form-data; name="…"');
  }
  const parameters = parseParameters(disposition);
  const name = parameters.get('name') ?? '';
  if (name === '')
    throw invalidParameters('a part has no name; each part needs Content-Disposition: form-data; name="…"');
  if (name.length > nameLengthMax) {
    throw invalidParameters(
      `the name of a part has more than ${nameLengthMax} characters: ${quoteValue(name)}`,
    );
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!identityEncodings.includes(encoding)) {
    throw invalidParameters(
      `the part ${quoteValue(name)} has the Content-Transfer-Encoding ${quoteValue(encoding)}; send it unencoded`,
    );
  }
  const type = headers.get('content-type') ?? 'text/plain';
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase();
  // The extended notation of RFC 8187, `filename*=UTF-8''a%20b`, marks a file too.
  const filename = parameters.get('filename') ?? parameters.get('filename*');
  // A file should have a name, but need not (RFC 7578, section 4.2).
  const isFile = filename !== undefined || mediaType === 'application/octet-stream';
  return {
    name,
    ...(isFile ? { filename: filename ?? name } : {}),
    charset: parseParameters(type).get('charset') ?? 'utf-8',
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidParameters('the headers of a part are not UTF-8');
  }
}

/** Returns the headers by their lowercase names. A line that starts with white space continues the previous one. */
function parseHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** Matches one parameter: its name, then its value as a quoted string or a token. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/**
 * Parses the parameters of a header value. Browsers send a quote in a quoted name as %22 (HTML Standard,
 * multipart/form-data encoding algorithm), other clients as a backslash and a quote (RFC 9110, section 5.6.4).
 */
function parseParameters(value: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of value.matchAll(parameter)) {
    const text = quoted?.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"') ?? token;
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), text);
  }
  return parameters;
}
