import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections of a server, each with its responses that are not closed: several requests may be pipelined.
 *
 * The responses are in arrays: a Set is rebuilt again and again as they come and go, each of its former tables refers to the
 * next one, and the garbage collector keeps all of them, with every response, until it collects the old generation.
 */
export class OpenConnections {
  readonly #responses = new Map<Socket, ServerResponse[]>();

  /** Observes a server. Call it before the server listens. */
  observe(server: Server): void {
    const connections = this.#responses;
    // One function for all responses: it is called with each as `this`.
    function forget(this: ServerResponse): void {
      const responses = connections.get(this.req.socket);
      const index = responses?.indexOf(this) ?? -1;
      if (index >= 0) responses?.splice(index, 1);
    }
    server.on('connection', (socket: Socket) => {
      connections.set(socket, []);
      socket.once('close', () => connections.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      connections.get(socket)?.push(response);
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
