import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An event that a receiver was sent. */
export interface ReceivedEvent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Receives the events of webhooks. It responds with the status that a path begins with, such as `/410/gone`; else 200. */
export class WebhookReceiver {
  readonly received: ReceivedEvent[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', async (request, response) => {
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return;
      const path = request.url ?? '';
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      receiver.received.push({ path, headers, body });
      const status = Number(/^\/(\d{3})\//.exec(path)?.[1] ?? 200);
      response.writeHead(status, { location: '/200/redirected' }).end('ignored');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** Returns the address of a path. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Whether an event is signed with a secret, by the definition of Standard Webhooks and whatever its age. */
export function isSignedWith(secret: string, { headers, body }: ReceivedEvent): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return headers['webhook-signature']?.split(' ').includes(signature) === true;
}
