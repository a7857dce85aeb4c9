import { quoteValue, ServiceError } from '../../errors/service-error.ts';
import type { MultipartPart } from '../../operations/define-operation.ts';

const nameLengthMax = 200;
const plainEncodings = ['7bit', '8bit', 'binary'];

/**
 * What the headers of a part of a form say (RFC 7578, section 4). Throws `invalid_parameters` for a part without
 * a name, and for one in an encoding, which nothing has sent for long.
 */
export function parsePartHeaders(bytes: Buffer): Omit<MultipartPart, 'bytes'> {
  const headers = readHeaders(decodeUtf8(bytes));
  const disposition = headers.get('content-disposition') ?? '';
  if (!/^form-data\s*(;|$)/i.test(disposition)) {
    throw invalid('a part has no Content-Disposition: form-data; name="…"');
  }
  const parameters = parametersOf(disposition);
  const name = parameters.get('name') ?? '';
  if (name === '') throw invalid('a part has no name; each needs Content-Disposition: form-data; name="…"');
  if (name.length > nameLengthMax) {
    throw invalid(`the name of a part has over ${nameLengthMax} characters: ${quoteValue(name)}`);
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!plainEncodings.includes(encoding)) {
    throw invalid(`the part ${quoteValue(name)} is encoded as ${quoteValue(encoding)}; send it plain`);
  }
  const type = headers.get('content-type') ?? 'text/plain';
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase();
  // The extended form of RFC 8187, `filename*=UTF-8''a%20b`, says as much: that it is a file.
  const filename = parameters.get('filename') ?? parameters.get('filename*');
  const isFile = filename !== undefined || mediaType === 'application/octet-stream';
  return {
    name,
    ...(isFile ? { filename: filename ?? name } : {}),
    charset: parametersOf(type).get('charset') ?? 'utf-8',
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid('the headers of a part are not UTF-8');
  }
}

/** Header lines by their names in small letters; a line that begins with white space goes on the one before it. */
function readHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** One parameter: its name, then its value as a quoted text or bare. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/**
 * The parameters of a header's value. Browsers send a quote within a quoted name as %22 (WHATWG,
 * multipart/form-data encoding), other clients as a backslash and a quote (RFC 9110, section 5.6.4).
 */
function parametersOf(value: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of value.matchAll(parameter)) {
    const text = quoted?.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"') ?? bare;
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), text);
  }
  return parameters;
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameters', message);
