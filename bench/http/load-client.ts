import { connect, type Socket } from 'node:net';
import { quantile } from '../../eval/metrics/statistics.ts';

/** Result of a load. */
export interface LoadResult {
  readonly requests: number;
  /** Responses with a status other than 200. */
  readonly failures: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The request that all clients send, and for how long. */
export interface LoadOptions {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Number of concurrent clients. */
  readonly clients: number;
  readonly seconds: number;
}

/**
 * Sends requests from clients on keep-alive connections, each as soon as its last request has completed. Parses only as
 * much of HTTP/1.1 as these responses need, so that it costs little next to the measured server.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const message = encodeRequest(options);
  const startedAt = performance.now();
  const endAt = startedAt + options.seconds * 1000;
  const clients = Array.from({ length: options.clients }, () =>
    runClient(connect({ port: options.port, host: '127.0.0.1', noDelay: true }), message, endAt),
  );
  const results = await Promise.all(clients);
  const seconds = (performance.now() - startedAt) / 1000;
  const durationsMs = results.flatMap((result) => result.durationsMs);
  return {
    requests: durationsMs.length,
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
    seconds,
    p50Ms: quantile(durationsMs, 0.5),
    p99Ms: quantile(durationsMs, 0.99),
  };
}

function encodeRequest({ path, headers, body }: LoadOptions): Buffer {
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head}\r\n${body}`);
}

interface ClientResult {
  readonly durationsMs: number[];
  failures: number;
}

/** Sends the message repeatedly until `endAt` and closes the connection. */
function runClient(socket: Socket, message: Buffer, endAt: number): Promise<ClientResult> {
  return new Promise((resolve, reject) => {
    const result: ClientResult = { durationsMs: [], failures: 0 };
    let sentAt = 0;
    let pending = '';
    const send = (): void => {
      sentAt = performance.now();
      socket.write(message);
    };
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1');
      if (!isComplete(pending)) return;
      if (!pending.startsWith('HTTP/1.1 200')) result.failures += 1;
      pending = '';
      const now = performance.now();
      result.durationsMs.push(now - sentAt);
      if (now < endAt) send();
      else socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(result));
    socket.on('connect', send);
  });
}

/** True when the head and as many bytes as its Content-Length states have been received. */
function isComplete(response: string): boolean {
  const headEnd = response.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = Number(/content-length: *(\d+)/i.exec(response)?.[1] ?? 0);
  return response.length >= headEnd + 4 + length;
}
