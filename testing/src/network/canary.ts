import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
};

/** A server on every address of this machine that must not be contacted, and that records every contact. */
export class Canary {
  readonly port: number;
  /** Requested paths. */
  readonly hits: string[] = [];
  readonly #server: Server;
  readonly #socket: Socket;
  #contacts = 0;

  private constructor(server: Server, socket: Socket) {
    this.#server = server;
    this.#socket = socket;
    this.port = (server.address() as AddressInfo).port;
    server.on('request', (request, response) => this.#respond(request, response));
    server.on('connection', () => {
      this.#contacts += 1;
    });
    server.on('clientError', (_error, connection) => connection.destroy());
    socket.on('message', () => {
      this.#contacts += 1;
    });
  }

  /** Listens on TCP and UDP, on the same port. */
  static async open(): Promise<Canary> {
    const server = createServer().listen(0, '::');
    await once(server, 'listening');
    const socket = createSocket({ type: 'udp6' });
    const canary = new Canary(server, socket);
    socket.bind(canary.port);
    await once(socket, 'listening');
    return canary;
  }

  /** Number of TCP connections and UDP datagrams. */
  contactCount(): number {
    return this.#contacts;
  }

  /** Resolves when all paths have been requested. */
  async untilRequested(paths: readonly string[]): Promise<void> {
    while (!paths.every((path) => this.hits.includes(path))) await once(this.#server, 'request');
  }

  /** Closes the server and its connections. */
  async close(): Promise<void> {
    this.#socket.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.hits.push(path);
    const extension = /\.(?:m?js|css|html)$/.exec(path.replace(/\?.*/, ''))?.[0] ?? '';
    const type = mediaTypes[extension] ?? 'text/plain';
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
    response.end(type === 'text/javascript' ? `/* ${canaryText} */` : canaryText);
  }
}

/** Body of every response, to find in results. */
const canaryText = 'the canary was contacted';

/** Opens a canary; see the class. */
export const openCanary = (): Promise<Canary> => Canary.open();
