import { Agent, request } from 'node:http';

export interface TimedResponse {
  readonly status: number;
  readonly durationMs: number;
  readonly retryAfterSeconds: number;
  readonly body: string;
}

/** Connections as they are needed: what is measured must not wait for a free one. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Sends a request and reads its response whole. @returns the milliseconds from sending to the last byte */
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

/** The value below which a share of the values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const roundToSignificant = (value: number): number => Number(value.toPrecision(4));
