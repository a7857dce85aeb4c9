import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../errors/service-error.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { readBody, takeReceivedBody } from './read-body.ts';

/**
 * Reads a body that is a JSON object.
 *
 * @returns a promise if the body has not been received
 * @throws ServiceError `invalid_json`, and the errors of streamBody
 */
export function readJsonBody(
  request: IncomingMessage,
  signal: AbortSignal,
  countBytes: CountBytes = () => undefined,
): object | Promise<object> {
  const received = takeReceivedBody(request, signal, countBytes);
  return received === undefined ? readBody(request, signal, countBytes).then(parseJson) : parseJson(received);
}

/** Maximum size of a body that is parsed without checking its structure, in bytes. */
const uncheckedBytes = 256 * 1024;
/**
 * Maximum number of bytes outside of strings, quotes included, that a larger body may have. Large inputs consist of long
 * strings, so this is far more than any needs.
 */
const structureBytesMax = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body that is a JSON object.
 *
 * @throws ServiceError `invalid_json`
 */
export function parseJson(bytes: Buffer): object {
  if (bytes.length === 0) throw new ServiceError('invalid_json', 'the body is empty; send a JSON object');
  if (bytes.length > uncheckedBytes && hasTooMuchStructure(bytes)) {
    throw new ServiceError(
      'invalid_json',
      `more than ${structureBytesMax} of the ${bytes.length} bytes of the body are outside of strings; send fewer values and less white space`,
    );
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new ServiceError('invalid_json', 'the body is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServiceError(
      'invalid_json',
      `the body is not valid JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalid_json', 'the body is not a JSON object; send {…}');
  }
  return value;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether a body has too many bytes outside of strings. Parsing millions of small values blocks the event loop for most
 * of a second; parsing the same number of bytes in one string takes milliseconds.
 */
function hasTooMuchStructure(bytes: Buffer): boolean {
  const { length } = bytes;
  let outside = 0;
  for (let at = 0; at < length; at += 1) {
    outside += 1;
    if (outside > structureBytesMax) return true;
    if (bytes[at] !== quote) continue;
    at += 1;
    while (at < length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    outside += 1;
  }
  return outside > structureBytesMax;
}
