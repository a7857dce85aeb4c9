import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of PostgreSQL whose connections can be cut. */
export interface CuttingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Cuts each connection, once, when a client sends this text, which the server does not receive. */
  cutAt(text: string): void;
  close(): void;
}

/** Starts a proxy in front of a database. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cutText: string | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy()).pipe(client);
    client.on('data', (bytes) => {
      if (cutText === undefined || !bytes.includes(cutText)) {
        upstream.write(bytes);
        return;
      }
      cutText = undefined;
      client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAt: (text) => {
      cutText = text;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
