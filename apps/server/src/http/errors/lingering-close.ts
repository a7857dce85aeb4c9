import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const discardedBytesMax = 64 * 1024 * 1024;
const discardTimeoutMs = 3000;

/** Returns whether the client may still be sending: the request has a body whose end has not been received. */
export function isBodyPending(request: IncomingMessage): boolean {
  if (request.complete) return false;
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/**
 * Creates a response that is sent immediately but ends only after the rest of the request's body was received and
 * discarded (at most 64 MiB, for at most 3 s). Closing the connection while the client is still sending would make the
 * kernel reset it, and the client could lose the response (RFC 9112, section 9.6).
 */
export const respondAndDrain = (response: string, request: IncomingMessage): Readable =>
  new LingeringResponse(response, request);

class LingeringResponse extends Readable {
  readonly #request: IncomingMessage;
  readonly #timer: NodeJS.Timeout;
  #discardedBytes = 0;

  constructor(response: string, request: IncomingMessage) {
    super();
    this.#request = request;
    this.push(response);
    this.#timer = setTimeout(this.#finish, discardTimeoutMs);
    // An error without a listener would end the process.
    request.on('error', () => undefined);
    request.on('data', this.#discard).once('end', this.#finish).once('close', this.#finish).resume();
  }

  override _read(): void {
    // The response is pushed by the constructor, and its end by #finish.
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stop();
    done(error);
  }

  readonly #discard = (chunk: Buffer): void => {
    this.#discardedBytes += chunk.length;
    if (this.#discardedBytes > discardedBytesMax) this.#finish();
  };

  readonly #finish = (): void => {
    this.#stop();
    this.push(null);
  };

  #stop(): void {
    clearTimeout(this.#timer);
    this.#request.off('data', this.#discard).off('end', this.#finish).off('close', this.#finish);
    this.#request.pause();
  }
}
