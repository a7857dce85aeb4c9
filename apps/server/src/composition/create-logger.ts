import pino, { type DestinationStream, type Logger } from 'pino';
import { serializeError } from './serialize-error.ts';

/** Standard output, written asynchronously in blocks of 12 KiB, or after half a second. */
const createStandardOutput = (): DestinationStream =>
  pino.destination({ fd: 1, sync: false, minLength: 12_288, periodicFlush: 500 });

/**
 * Creates the logger of the service: JSON lines in which URLs of errors and the `Authorization` header
 * are redacted.
 *
 * @param level Minimum level that is logged.
 */
export function createLogger(level: string, destination = createStandardOutput()): Logger {
  return pino(
    { level, base: null, serializers: { err: serializeError }, redact: ['req.headers.authorization'] },
    destination,
  );
}
