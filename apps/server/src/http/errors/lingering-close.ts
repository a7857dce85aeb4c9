import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const lingerBytesMax = 64 * 1024 * 1024;
const lingerMs = 3000;

/** Whether the client may still be sending: there is a body, and its end has not come in. */
export function isBodyPending(request: IncomingMessage): boolean {
  if (request.complete) return false;
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/**
 * An answer that is sent at once, but ends only when the rest of the request's body has been read and thrown away
 * (64 MiB or 3 s of it at most). To close while the client still sends would make the kernel reset the
 * connection, and the client lose the answer (RFC 9112, section 9.6).
 */
export function respondAndDrain(answer: string, request: IncomingMessage): Readable {
  let stop = (): void => undefined;
  const payload = new Readable({
    read: () => undefined,
    destroy: (error, done) => {
      stop();
      done(error);
    },
  });
  payload.push(answer);
  let bytes = 0;
  const discard = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > lingerBytesMax) finish();
  };
  const finish = (): void => {
    stop();
    payload.push(null);
  };
  const timer = setTimeout(finish, lingerMs);
  stop = () => {
    stop = () => undefined;
    clearTimeout(timer);
    request.off('data', discard).off('end', finish).off('close', finish);
    request.pause();
  };
  request.on('error', () => undefined);
  request.on('data', discard).once('end', finish).once('close', finish).resume();
  return payload;
}
