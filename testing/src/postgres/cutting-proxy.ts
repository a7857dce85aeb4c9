import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of PostgreSQL whose connections can be cut. */
export interface CuttingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Cuts each connection, once, when a client sends this text, which the server does not receive. */
  cutAt(text: string): void;
  /** Cuts a connection, once, when the server has executed a query with this text; the client does not receive its result. */
  cutResultOf(text: string): void;
  /** Cuts the connections of clients. The server executes what it has received. */
  cutConnections(): void;
  /** Cuts all connections and refuses new ones until `accept`, as if the server were away. */
  refuse(): void;
  /** Accepts connections again. */
  accept(): void;
  close(): void;
}

/** Starts a proxy in front of a database. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let cutText: string | undefined;
  let executedText: string | undefined;
  let isRefusing = false;
  const server = createServer((client) => {
    if (isRefusing) {
      client.on('error', () => undefined).destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    clients.add(client.on('close', () => clients.delete(client)));
    client.on('close', () => upstream.end());
    let isResultCut = false;
    upstream.on('close', () => client.destroy());
    upstream.on('data', (bytes) => {
      if (isResultCut) client.destroy();
      else client.write(bytes);
    });
    client.on('data', (bytes) => {
      if (executedText !== undefined && bytes.includes(executedText)) {
        executedText = undefined;
        isResultCut = true;
      }
      if (cutText === undefined || !bytes.includes(cutText)) {
        upstream.write(bytes);
        return;
      }
      cutText = undefined;
      client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutConnections = (): void => {
    for (const client of clients) client.destroy();
  };
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAt: (text) => {
      cutText = text;
    },
    cutResultOf: (text) => {
      executedText = text;
    },
    cutConnections,
    refuse: () => {
      isRefusing = true;
      cutConnections();
    },
    accept: () => {
      isRefusing = false;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
