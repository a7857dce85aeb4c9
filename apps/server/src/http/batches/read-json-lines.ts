import type { IncomingMessage } from 'node:http';
import { ByteCollector } from '@quern/runtime/byte-collector';
import { ServiceError } from '../../errors/service-error.ts';

/** Maximum size of a line, in bytes. */
const lineBytesMax = 4 * 1024 * 1024;
/** Maximum size of a body, in bytes. */
const bodyBytesMax = 1024 * 1024 * 1024;
const lineFeed = 0x0a;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body of JSON values, one per line (newline-delimited JSON); blank lines are skipped. The body is read as fast as
 * the values are used.
 *
 * @throws ServiceError `invalid_json` with the number of the line, `body_too_large` for a long line or body, `client_gone`
 *   if the connection closes early
 */
export async function* readJsonLines(request: IncomingMessage): AsyncGenerator<unknown> {
  let line = 0;
  const pending = new ByteCollector();
  let bytes = 0;
  for await (const chunk of iterate(request)) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw tooLarge(`the body has more than ${bodyBytesMax} bytes`);
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      pending.append(part);
      if (pending.length > lineBytesMax)
        throw tooLarge(`line ${line + 1} has more than ${lineBytesMax} bytes`);
      if (end === -1) break;
      line += 1;
      yield* parseLine(pending.take(), line);
      start = end + 1;
    }
  }
  yield* parseLine(pending.take(), line + 1);
}

/** Reads the chunks of a body. The connection stays open if reading ends early, so that an error can be sent. */
async function* iterate(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    throw new ServiceError('client_gone', 'the client closed the connection before the end of the body', {
      cause: error,
    });
  }
}

function* parseLine(bytes: Buffer, line: number): Generator<unknown> {
  const invalid = (problem: string): ServiceError =>
    new ServiceError('invalid_json', `line ${line}: ${problem}`);
  let text: string;
  try {
    text = decoder.decode(bytes).trim();
  } catch {
    throw invalid('is not UTF-8');
  }
  if (text === '') return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'cannot be parsed');
  }
  yield value;
}

const tooLarge = (message: string): ServiceError => new ServiceError('body_too_large', message);
