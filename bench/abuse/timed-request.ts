import { Agent, request } from 'node:http';

/** A response and how long it took. */
export interface TimedResponse {
  readonly status: number;
  /** From sending the request to the last byte of the response. */
  readonly durationMs: number;
  /** The Retry-After header; 0 without it. */
  readonly retryAfterSeconds: number;
  readonly body: string;
}

/** Opens as many connections as are needed, so that no measured request waits for a free one. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Sends a request and reads its whole response. */
export function timedRequest(
  url: string,
  { key, body, method = 'POST' }: { key?: string; body?: string | Buffer; method?: string } = {},
  contentType = 'application/json',
): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(
      url,
      {
        agent,
        method,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined
            ? {}
            : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            durationMs: performance.now() - startedAt,
            retryAfterSeconds: Number(response.headers['retry-after'] ?? 0),
            body: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
