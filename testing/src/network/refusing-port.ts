import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A port of 127.0.0.1 that refuses connections. */
export interface RefusingPort {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Occupies a port on which nothing listens, nor can until it is closed: that of the client of an open connection. A port
 * that is merely free could be taken by another program.
 */
export async function openRefusingPort(): Promise<RefusingPort> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  await once(client, 'connect');
  return {
    port: client.localPort ?? 0,
    close: async () => {
      client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
