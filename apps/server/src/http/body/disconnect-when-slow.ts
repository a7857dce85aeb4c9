import type { ServerResponse } from 'node:http';

/** Minimum average rate at which a client must read a response, in addition to the stall time. */
const bytesPerSecondMin = 16 * 1024;

/**
 * Disconnects a client that reads nothing for the stall time, or that reads more slowly than the minimum rate.
 *
 * @param bytes size of the response as it is sent
 */
export function disconnectWhenSlow(response: ServerResponse, stallMs: number, bytes: number): void {
  const end = (): void => {
    response.destroy();
  };
  response.setTimeout(stallMs, end);
  const deadline = setTimeout(end, stallMs + (bytes / bytesPerSecondMin) * 1000);
  response.once('close', () => clearTimeout(deadline));
}
