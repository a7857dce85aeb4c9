import type { IncomingMessage } from 'node:http';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';

/** A whole body may have so many bytes; reading stops there. */
export const bodyBytesMax = 16 * 1024 * 1024;

/** Refuses, before a byte is read, a body that says of itself that it is too long or compressed. */
export function rejectByHeaders(request: IncomingMessage): void {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > bodyBytesMax) throw bodyTooLarge(length);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError(
      'unsupported_media_type',
      `a body with Content-Encoding ${quoteValue(encoding)} is not taken; send it plain`,
      { headers: { 'accept-encoding': 'identity' } },
    );
  }
}

/** The bytes of a body. Throws what `drainBody` throws. */
export async function readBody(
  request: IncomingMessage,
  signal: AbortSignal,
  countBytes: CountBytes,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await streamBody(request, signal, countBytes, (chunk) => chunks.push(chunk));
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/**
 * Hands a body's chunks to `consume` as they come, each counted with `countBytes` before, until its end. What either
 * throws ends it. Throws `body_too_large` as soon as there is one byte too many, `client_gone` when the connection
 * closes before the end, and the reason of `signal` when that is aborted. What was thrown early leaves the request
 * paused: whoever answers decides what becomes of the rest.
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
      request.off('data', take).off('end', finish).off('error', lose).off('close', lose);
      signal.removeEventListener('abort', abort);
    };
    const fail = (error: unknown): void => {
      stop();
      // An error after the last listener is gone would end the process.
      request.on('error', () => undefined);
      request.pause();
      reject(error);
    };
    const take = (chunk: Buffer): void => {
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
    const finish = (): void => {
      stop();
      resolve();
    };
    const lose = (): void => fail(clientGone());
    const abort = (): void => fail(signal.reason);
    if (signal.aborted) return abort();
    if (request.destroyed) return lose();
    signal.addEventListener('abort', abort, { once: true });
    request.on('data', take).once('end', finish).once('error', lose).once('close', lose);
  });
}

const bodyTooLarge = (bytes: number): ServiceError =>
  new ServiceError('body_too_large', `the body has ${bytes} bytes or more; it may have ${bodyBytesMax}`);

const clientGone = (): ServiceError =>
  new ServiceError('client_gone', 'the client closed the connection in the middle of the body');
