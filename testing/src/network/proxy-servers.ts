import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';

/** A proxy on loopback that connects to the requested addresses. */
export interface TestProxy {
  readonly port: number;
  /** `address:port` of each requested connection. */
  readonly targets: readonly string[];
  close(): Promise<void>;
}

/** User name and password that the proxies require. */
export const proxyCredentials = { username: 'miller', password: 'gr:ain' };

/** Starts an HTTP proxy that supports CONNECT only (RFC 9110, section 9.3.6). */
export async function startHttpProxy(): Promise<TestProxy> {
  const targets: string[] = [];
  const { username, password } = proxyCredentials;
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const server = createHttpServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, client: Socket) => {
    if (request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    targets.push(request.url ?? '');
    const { hostname, port } = new URL(`http://${request.url}`);
    join(client, hostname.replace(/^\[|\]$/g, ''), Number(port || 80), 'HTTP/1.1 200 OK\r\n\r\n');
  });
  return listen(server, targets);
}

/** Starts a SOCKS 5 proxy with user name and password (RFC 1928, RFC 1929) for IPv4 addresses. */
export async function startSocksProxy(): Promise<TestProxy> {
  const targets: string[] = [];
  const { username, password } = proxyCredentials;
  const expected = Buffer.from(
    `\x01${String.fromCharCode(username.length)}${username}${String.fromCharCode(password.length)}${password}`,
    'latin1',
  );
  const server = createTcpServer((client) => {
    client.on('error', () => client.destroy());
    client.once('data', () => {
      client.write(Buffer.from([5, 2]));
      client.once('data', (credentials) => {
        const isKnown = credentials.equals(expected);
        client.write(Buffer.from([1, isKnown ? 0 : 1]));
        if (!isKnown) {
          client.end();
          return;
        }
        client.once('data', (request) => {
          if (request[3] !== 1) {
            client.end(Buffer.from([5, 8, 0, 1, 0, 0, 0, 0, 0, 0]));
            return;
          }
          const address = [...request.subarray(4, 8)].join('.');
          const port = request.readUInt16BE(8);
          targets.push(`${address}:${port}`);
          join(client, address, port, Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        });
      });
    });
  });
  return listen(server, targets);
}

function join(client: Socket, host: string, port: number, reply: string | Buffer): void {
  const upstream = connect({ host, port });
  upstream.once('connect', () => {
    client.write(reply);
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy());
  client.on('error', () => upstream.destroy());
  client.once('close', () => upstream.destroy());
}

async function listen(server: Server, targets: readonly string[]): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
