import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, each with its responses that are not closed: several requests may be pipelined. */
export class OpenConnections {
  readonly #responses = new Map<Socket, Set<ServerResponse>>();

  /** Observes a server. Call it before the server listens. */
  observe(server: Server): void {
    const connections = this.#responses;
    // One function for all responses: it is called with each as `this`.
    function forget(this: ServerResponse): void {
      connections.get(this.req.socket)?.delete(this);
    }
    server.on('connection', (socket: Socket) => {
      connections.set(socket, new Set());
      socket.once('close', () => connections.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      connections.get(socket)?.add(response);
      response.on('close', forget);
    });
  }

  /** The connections that are open. */
  get sockets(): readonly Socket[] {
    return [...this.#responses.keys()];
  }

  /** Returns the open responses of a connection, the earliest first. */
  responsesOf(socket: Socket): readonly ServerResponse[] {
    return [...(this.#responses.get(socket) ?? [])];
  }
}
