import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Canary {
  readonly port: number;
  /** Paths that were asked for. */
  readonly hits: string[];
  /** Connections over TCP, on any address of this machine, and datagrams over UDP. */
  contactCount(): number;
  close(): Promise<void>;
}

/** What nobody may reach: a server on every address of this machine, which sings when it is touched. */
export async function openCanary(): Promise<Canary> {
  const hits: string[] = [];
  let contacts = 0;
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    const type = /\.(?:m?js|css|html)$/.exec(request.url?.replace(/\?.*/, '') ?? '')?.[0];
    const types: Record<string, string> = { '.css': 'text/css', '.html': 'text/html' };
    response.writeHead(200, {
      'content-type': type === undefined ? 'text/plain' : (types[type] ?? 'text/javascript'),
      'access-control-allow-origin': '*',
    });
    response.end(type?.endsWith('js') ? '/* the canary sings */' : 'the canary sings');
  });
  server.on('connection', () => {
    contacts += 1;
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '::');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const udp = createSocket({ type: 'udp6' });
  udp.on('message', () => {
    contacts += 1;
  });
  udp.bind(port);
  await once(udp, 'listening');
  return {
    port,
    hits,
    contactCount: () => contacts,
    close: async () => {
      udp.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
