import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../errors/service-error.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { readBody } from './read-body.ts';

/** The JSON object of a body. Throws what `receiveBody` throws while reading, `invalid_json` after it. */
export async function readJsonBody(
  request: IncomingMessage,
  signal: AbortSignal,
  countBytes: CountBytes = () => undefined,
): Promise<object> {
  return parseJson(await readBody(request, signal, countBytes));
}

/** Maximum size of a body that is parsed without a check. */
const uncheckedBytes = 256 * 1024;
/** Bytes outside strings, quotes included, that a longer body may have. */
const structureBytesMax = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The object that a body is.
 *
 * @throws ServiceError `invalid_json`
 */
export function parseJson(bytes: Buffer): object {
  if (bytes.length === 0) throw new ServiceError('invalid_json', 'the body is empty; send a JSON object');
  if (bytes.length > uncheckedBytes && hasTooMuchStructure(bytes)) {
    throw new ServiceError(
      'invalid_json',
      `more than ${structureBytesMax} of the ${bytes.length} bytes of the body are outside of strings; no operation takes that many values or that much white space`,
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
    throw new ServiceError('invalid_json', 'the body is JSON but not an object; send {…}');
  }
  return value;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether more of a body is outside strings than any operation has a use for. Millions of small values take JSON.parse
 * the better part of a second, in which nothing else runs; the same bytes in one string take it milliseconds.
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
