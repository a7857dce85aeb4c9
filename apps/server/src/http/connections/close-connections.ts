import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { OpenConnections } from './open-connections.ts';

/**
 * Makes a server that stops close each connection when its response has been sent, and those on which it has received
 * nothing, which clients open ahead of their next request. Node.js itself closes idle connections only once: it would wait
 * for one whose response ends a moment later until its client closes it, cut off a response that the client is still
 * reading, and wait for connections without a request.
 *
 * @param connections those of the server of `app`, which observes it
 * @throws Error if the framework limits the time of hooks: it would leave out the rest of a stop that waits for slow clients
 */
export function closeConnectionsOnStop(app: FastifyInstance, connections: OpenConnections): void {
  if (app.initialConfig.pluginTimeout !== 0)
    throw new Error('a stop takes as long as responses: pluginTimeout must be 0');
  app.addHook('preClose', async () => {
    const { sockets } = connections;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // Connections whose requests are received from now on are closed by the framework.
    await Promise.all(sockets.flatMap((socket) => connections.responsesOf(socket)).map(untilClosed));
  });
}

/** A response that fails is closed as well. */
const untilClosed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => response.once('close', resolve));
