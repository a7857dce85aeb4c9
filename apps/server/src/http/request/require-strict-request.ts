import type { IncomingMessage } from 'node:http';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';

/**
 * Headers that may be sent once (RFC 9110, section 5.3). Of several, a proxy may use another one than this service, so
 * that both would see different requests.
 */
const singleHeaders: readonly string[] = [
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'transfer-encoding',
  'x-dry-run',
];
/** A bit for each of them. */
const bitsByName = new Map(singleHeaders.map((name, index) => [name, 1 << index]));

const versions: ReadonlySet<string> = new Set(['1.0', '1.1']);

/**
 * Rejects requests that intermediaries could understand in another way.
 *
 * @throws ServiceError `invalid_parameters`
 */
export function requireStrictRequest({ httpVersion, rawHeaders, headers }: IncomingMessage): void {
  if (!versions.has(httpVersion)) {
    throw ambiguous(`the version HTTP/${httpVersion} is not supported; send HTTP/1.1`);
  }
  const repeated = findRepeated(rawHeaders);
  if (repeated !== undefined) throw ambiguous(`the header ${repeated} was sent more than once`);
  if (headers.host === undefined && httpVersion === '1.1') throw ambiguous('the header Host is missing');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    throw ambiguous(`the Transfer-Encoding ${quoteValue(coding)} is not supported; send chunked`);
  }
}

/** @param rawHeaders names and values in turn */
function findRepeated(rawHeaders: readonly string[]): string | undefined {
  let seenBits = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const bit = bitsByName.get(name) ?? 0;
    if ((seenBits & bit) !== 0) return name;
    seenBits |= bit;
  }
  return undefined;
}

/** The connection is closed, since what follows could be understood in another way as well. */
const ambiguous = (message: string): ServiceError =>
  new ServiceError('invalid_parameters', message, { headers: { connection: 'close' } });
