import { connect, type Socket } from 'node:net';

export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  readonly seconds: number;
  /** Milliseconds that half, and 99 of 100, of the requests took at most. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly clients: number;
  readonly seconds: number;
}

/**
 * A closed loop of clients on keep-alive connections: each sends its next request when the last was answered.
 * It speaks just enough HTTP/1.1 to cost little beside the server it measures (no pipelining).
 */
export async function runLoad(order: LoadOptions): Promise<LoadResult> {
  const lines = Object.entries({ ...order.headers, 'content-length': String(Buffer.byteLength(order.body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const message = Buffer.from(`POST ${order.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head}\r\n${order.body}`);
  const endAt = performance.now() + order.seconds * 1000;
  const times: number[] = [];
  let failures = 0;

  const client = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      let pending = '';
      const send = (): void => {
        sentAt = performance.now();
        socket.write(message);
      };
      socket.on('data', (chunk: Buffer) => {
        pending += chunk.toString('latin1');
        const headEnd = pending.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = Number(/content-length: *(\d+)/i.exec(pending)?.[1] ?? 0);
        if (pending.length < headEnd + 4 + length) return;
        if (!pending.startsWith('HTTP/1.1 200')) failures += 1;
        pending = '';
        const now = performance.now();
        times.push(now - sentAt);
        if (now < endAt) send();
        else socket.end(resolve);
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('connect', send);
    });

  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: order.clients }, () =>
      client(connect({ port: order.port, host: '127.0.0.1', noDelay: true })),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { requests: times.length, failures, seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}
