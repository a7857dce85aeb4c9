import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a server that stops close the connections on which it has received nothing. Clients open them ahead of their
 * next request. Node.js closes only those that have had a request, and would wait for the others until their client
 * closes them.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
