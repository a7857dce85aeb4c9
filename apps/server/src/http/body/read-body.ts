import type { IncomingMessage } from 'node:http';
import { ByteCollector } from '@quern/runtime/byte-collector';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { bodyBytesMax } from '../../operations/uploaded-file.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';

/**
 * Checks the headers of a request before its body is read.
 *
 * @throws ServiceError `body_too_large` for a larger Content-Length, `unsupported_media_type` for a compressed body
 */
export function rejectByHeaders(request: IncomingMessage): void {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > bodyBytesMax) throw bodyTooLarge(length);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError(
      'unsupported_media_type',
      `the Content-Encoding ${quoteValue(encoding)} is not supported; send the body uncompressed`,
      { headers: { 'accept-encoding': 'identity' } },
    );
  }
}

/**
 * Takes a body that has been received completely, as most small ones have been when their request is admitted. It costs
 * a fraction of reading a stream.
 *
 * @param countBytes called with the length of the body; its errors are thrown
 * @returns undefined if the body must be read as a stream
 */
export function takeReceivedBody(
  request: IncomingMessage,
  signal: AbortSignal,
  countBytes: CountBytes,
): Buffer | undefined {
  const { complete, destroyed, headers, readableFlowing, readableLength } = request;
  const hasAll = complete || readableLength === Number(headers['content-length']);
  if (!hasAll || destroyed || signal.aborted || readableFlowing !== null || readableLength === 0) {
    return undefined;
  }
  countBytes(readableLength);
  const body: unknown = request.read();
  // The end of the stream follows, and must be read for the next request of the connection.
  request.resume();
  return Buffer.isBuffer(body) ? body : undefined;
}

/**
 * Reads a whole body into memory.
 *
 * @throws the errors of streamBody
 */
export async function readBody(
  request: IncomingMessage,
  signal: AbortSignal,
  countBytes: CountBytes,
): Promise<Buffer> {
  const collector = new ByteCollector();
  await streamBody(request, signal, countBytes, (chunk) => collector.append(chunk));
  return collector.take();
}

/**
 * Passes the chunks of a body to `consume` as they are received. After an error the request stays paused; the
 * code that sends the response decides what happens to the rest of the body.
 *
 * @param countBytes called with the length of each chunk before it is consumed
 * @throws ServiceError `body_too_large` once the limit is exceeded, `client_gone` if the connection closes early
 * @throws the reason of `signal` when it is aborted, and any error of `countBytes` and `consume`
 */
export function streamBody(
  request: IncomingMessage,
  signal: AbortSignal,
  countBytes: CountBytes,
  consume: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown): void => {
      stop();
      // An error without a listener would end the process.
      request.on('error', () => undefined);
      request.pause();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) {
        fail(bodyTooLarge(bytes));
        return;
      }
      try {
        countBytes(chunk.length);
        consume(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = (): void => {
      stop();
      resolve();
    };
    const onClose = (): void => fail(clientGone());
    const onAbort = (): void => fail(signal.reason);
    if (signal.aborted) return onAbort();
    if (request.destroyed) return onClose();
    signal.addEventListener('abort', onAbort, { once: true });
    request.on('data', onData).once('end', onEnd).once('error', onClose).once('close', onClose);
  });
}

const bodyTooLarge = (bytes: number): ServiceError =>
  new ServiceError('body_too_large', `the body has at least ${bytes} bytes; the maximum is ${bodyBytesMax}`);

const clientGone = (): ServiceError =>
  new ServiceError('client_gone', 'the client closed the connection before the end of the body');
