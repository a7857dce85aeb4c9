import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAddressPolicy } from '../fetch/address-policy.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import type { Lookup } from '../fetch/guarded-connector.ts';
import { redactUrl } from '../fetch/redact-url.ts';
import type { UpstreamProxy } from '../fetch/upstream-proxy.ts';
import { createGuardedSocketConnector } from './guarded-socket.ts';
import { createPinnedScopeDialer } from './pinned-network-scope.ts';

/** Permitted addresses and transfer limit of a `GuardProxy`. */
export interface GuardProxyOptions {
  /** CIDRs, IP addresses, hosts or `host:port` that may be reached although they are private. */
  readonly allow: readonly string[];
  readonly lookup?: Lookup | undefined;
  /** Proxy that the connections to the checked addresses are made through. */
  readonly upstreamProxy?: UpstreamProxy | undefined;
  /** Maximum number of bytes in both directions together; when exceeded, all connections are closed. */
  readonly bytesMax: number;
}

const connectionsMax = 128;
const refusalsMax = 100;
/** The first byte of a TLS handshake record (RFC 8446, 5.1). */
const tlsHandshake = 0x16;
const hopByHop = /^(?:connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * An HTTP proxy on loopback for one page's browser context, and the only host that its browser can connect to. It has
 * the checks of the guarded fetch: of the URL and its port, then of the addresses that the name resolves to. When the
 * page itself came from a public address, no private address can be reached, even if the operator allowed it, so that
 * third-party scripts have no access to the operator's network. Tunnels carry TLS only, which excludes plain
 * WebSockets and other protocols.
 */
export class GuardProxy {
  readonly #bytesMax: number;
  readonly #dial: (target: string) => Promise<Socket>;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #blockedRequests: string[] = [];
  #bytes = 0;
  #isClosed = false;
  readonly #countBytes = (chunk: Uint8Array): void => {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#bytesMax) for (const socket of this.#sockets) socket.destroy();
  };

  /** Opens a proxy on a free port of 127.0.0.1. */
  static async open(options: GuardProxyOptions): Promise<GuardProxy> {
    const proxy = new GuardProxy(options);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor({ allow, lookup, upstreamProxy, bytesMax }: GuardProxyOptions) {
    this.#bytesMax = bytesMax;
    this.#dial = createPinnedScopeDialer({
      operatorPolicy: createAddressPolicy(allow),
      publicOnlyPolicy: createAddressPolicy([]),
      connect: createGuardedSocketConnector(lookup, upstreamProxy),
    });
    this.#server = createServer((request, response) => {
      request.on('data', this.#countBytes);
      this.#relay(request, response).catch(() => response.destroy());
    });
    this.#server.on('connection', (socket) => this.#trackSocket(socket));
    this.#server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
      this.#tunnel(request.url ?? '', client, head).catch(() => client.destroy());
    });
    this.#server.on('upgrade', (_request, client: Duplex) => client.destroy());
    this.#server.maxConnections = connectionsMax;
  }

  /** Port on 127.0.0.1. */
  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Bytes transferred in both directions. */
  get bytesTransferred(): number {
    return this.#bytes;
  }

  /** Blocked requests, each with the reason; at most 100. URLs are without query. */
  get blockedRequests(): readonly string[] {
    return this.#blockedRequests;
  }

  /** Closes the proxy and all of its connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #trackSocket(socket: Duplex): void {
    socket.on('error', () => socket.destroy());
    if (this.#isClosed) socket.destroy();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** @throws FetchError */
  async #dialTarget(target: string): Promise<Socket> {
    if (this.#bytes > this.#bytesMax) {
      throw new FetchError('too_large', target, `the page exceeded its ${this.#bytesMax} bytes`);
    }
    const socket = await this.#dial(target);
    this.#trackSocket(socket);
    return socket;
  }

  /** @returns the HTTP status for the refused request */
  #recordRefusal(target: string, error: unknown): number {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#blockedRequests.length < refusalsMax) {
      this.#blockedRequests.push(`${redactUrl(target)}: ${reason}`);
    }
    return error instanceof FetchError && /^(?:forbidden_address|invalid_url)$/.test(error.code) ? 403 : 502;
  }

  /** Relays a plain HTTP request over a new connection. */
  async #relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '';
    let socket: Socket;
    try {
      if (!/^http:\/\//i.test(target)) {
        throw new FetchError('invalid_url', target, 'not an absolute http URL');
      }
      socket = await this.#dialTarget(target);
    } catch (error) {
      const status = this.#recordRefusal(target, error);
      response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
      response.end();
      return;
    }
    const url = new URL(target);
    const upstream = sendRequest({
      createConnection: () => socket,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...endToEndHeaders(request.headers), host: url.host, connection: 'close' },
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => socket.destroy());
    request.pipe(upstream);
    const [received] = (await once(upstream, 'response')) as [IncomingMessage];
    response.writeHead(received.statusCode ?? 502, endToEndHeaders(received.headers));
    received.on('error', () => response.destroy());
    received.on('data', this.#countBytes);
    received.pipe(response);
  }

  /** Tunnels a TLS connection between the browser and the target. */
  async #tunnel(authority: string, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    let socket: Socket;
    try {
      socket = await this.#dialTarget(`https://${authority}/`);
    } catch (error) {
      const status = this.#recordRefusal(authority, error);
      client.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
      return;
    }
    client.once('close', () => socket.destroy());
    socket.once('close', () => client.destroy());
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) client.unshift(head);
    client.once('data', (first: Buffer) => {
      client.pause();
      if (first[0] !== tlsHandshake) {
        this.#recordRefusal(authority, new Error('tunnels are for TLS only'));
        socket.destroy();
        return;
      }
      this.#countBytes(first);
      socket.write(first);
      client.on('data', this.#countBytes).pipe(socket);
      socket.on('data', this.#countBytes).pipe(client);
    });
  }
}

/** The headers that a proxy relays (RFC 9110, 7.6.1). */
function endToEndHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  const relayed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.test(name)) relayed[name] = value;
  }
  return relayed;
}
