import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAddressPolicy } from '../fetch/address-policy.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import type { Lookup } from '../fetch/guarded-connector.ts';
import { createGuardedSocketConnector } from './guarded-socket.ts';
import { createPinnedScopeDialer } from './pinned-network-scope.ts';

export interface GuardProxyOptions {
  /** As of the guarded fetch: what may be reached although private. */
  readonly allow: readonly string[];
  readonly lookup?: Lookup | undefined;
  /** Bytes in both directions, as they come over the wire; over it every connection ends. */
  readonly bytesMax: number;
}

export interface GuardProxy {
  /** On 127.0.0.1. */
  readonly port: number;
  bytesTransferred(): number;
  /** Hosts that were refused, and why; the first hundred. */
  readonly blockedRequests: readonly string[];
  close(): Promise<void>;
}

const connectionsMax = 64;
/** The first byte of a TLS handshake record (RFC 8446, 5.1). */
const tlsHandshake = 0x16;
const hopByHop = /^(?:connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * An HTTP proxy on loopback through which one page's browser context reaches the web, and the only thing its
 * browser can connect to. It judges as the guarded fetch does: the target's spelling and port, then the very
 * addresses that its name resolves to. Once the page itself came from a public address, nothing private is
 * reached any more, allowed or not: a stranger's script has no business in the operator's intranet.
 * Tunnels carry TLS alone, so that neither plain WebSockets nor other protocols pass.
 */
export async function openGuardProxy(options: GuardProxyOptions): Promise<GuardProxy> {
  const dial = createPinnedScopeDialer({
    operatorPolicy: createAddressPolicy(options.allow),
    publicOnlyPolicy: createAddressPolicy([]),
    connect: createGuardedSocketConnector(options.lookup),
  });
  const sockets = new Set<Duplex>();
  const refusals: string[] = [];
  let bytes = 0;
  let closed = false;

  const keep = (socket: Duplex): void => {
    socket.on('error', () => socket.destroy());
    if (closed) socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.byteLength;
    if (bytes > options.bytesMax) for (const socket of sockets) socket.destroy();
  };
  const reach = async (target: string): Promise<Socket> => {
    if (bytes > options.bytesMax) throw new FetchError('too_large', target, 'the page has had its bytes');
    const socket = await dial(target);
    keep(socket);
    return socket;
  };
  const refuse = (target: string, error: unknown): number => {
    const reason = error instanceof Error ? error.message : String(error);
    if (refusals.length < 100) refusals.push(`${target.slice(0, 200)}: ${reason}`);
    return error instanceof FetchError && /^(?:forbidden_address|invalid_url)$/.test(error.code) ? 403 : 502;
  };

  const server = createServer((request, response) => {
    request.on('data', count);
    forward(request, response, reach, refuse, count).catch(() => response.destroy());
  });
  server.on('connection', (socket) => keep(socket));
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(request.url ?? '', client, head, reach, refuse, count).catch(() => client.destroy());
  });
  server.on('upgrade', (_request, client: Duplex) => client.destroy());
  server.maxConnections = connectionsMax * 2;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    bytesTransferred: () => bytes,
    blockedRequests: refusals,
    close: async () => {
      closed = true;
      const ended = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await ended;
    },
  };
}

/** A plain request: sent on over a connection of its own. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  reach: (target: string) => Promise<Socket>,
  refuse: (target: string, error: unknown) => number,
  count: (chunk: Uint8Array) => void,
): Promise<void> {
  const target = request.url ?? '';
  let socket: Socket;
  try {
    if (!/^http:\/\//i.test(target)) throw new FetchError('invalid_url', target, 'not an absolute http URL');
    socket = await reach(target);
  } catch (error) {
    response.writeHead(refuse(target, error), { 'content-type': 'text/plain', connection: 'close' });
    response.end();
    return;
  }
  const url = new URL(target);
  const upstream = sendRequest({
    createConnection: () => socket,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...passedHeaders(request.headers), host: url.host, connection: 'close' },
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => socket.destroy());
  request.pipe(upstream);
  const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, passedHeaders(answer.headers));
  answer.on('error', () => response.destroy());
  answer.on('data', count);
  answer.pipe(response);
}

function passedHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.test(name)) passed[name] = value;
  }
  return passed;
}

/** A tunnel for TLS, which the browser speaks with the target itself. */
async function tunnel(
  authority: string,
  client: Duplex,
  head: Buffer,
  reach: (target: string) => Promise<Socket>,
  refuse: (target: string, error: unknown) => number,
  count: (chunk: Uint8Array) => void,
): Promise<void> {
  client.on('error', () => client.destroy());
  let socket: Socket;
  try {
    socket = await reach(`https://${authority}/`);
  } catch (error) {
    client.end(`HTTP/1.1 ${refuse(authority, error)} Refused\r\nConnection: close\r\n\r\n`);
    return;
  }
  client.once('close', () => socket.destroy());
  socket.once('close', () => client.destroy());
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) client.unshift(head);
  client.once('data', (first: Buffer) => {
    client.pause();
    if (first[0] !== tlsHandshake) {
      refuse(authority, new Error('a tunnel for something else than TLS'));
      socket.destroy();
      return;
    }
    count(first);
    socket.write(first);
    client.on('data', count).pipe(socket);
    socket.on('data', count).pipe(client);
  });
}
