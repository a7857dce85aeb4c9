import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OpenConnections } from '../connections/open-connections.ts';
import { createClientErrorHandler } from './client-error-handler.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Sends text to a server, more text once something is received, and returns all that is received. */
async function exchange(listener: RequestListener, first: string, second?: string): Promise<string> {
  const connections = new OpenConnections();
  const server = createServer(listener).on('clientError', createClientErrorHandler(connections));
  connections.observe(server);
  server.listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    if (received === '' && second !== undefined) socket.write(second);
    received += bytes.toString();
  });
  socket.on('error', () => undefined).write(first);
  await once(socket, 'close');
  return received;
}

const get = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

describe('createClientErrorHandler', () => {
  it('responds to data that is not HTTP', async () => {
    const text = await exchange(() => undefined, 'NONSENSE\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('"code":"invalid_parameters"');
  });

  it('adds nothing to a response that is being streamed, and closes the connection', async () => {
    const text = await exchange(
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('half');
      },
      get,
      'NONSENSE\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*\r\nhalf$/);
  });

  it('responds once when an earlier response is finished', async () => {
    const text = await exchange((_request, response) => response.end('whole'), get, 'NONSENSE\r\n\r\n');
    expect(text).toMatch(/wholeHTTP\/1\.1 400/);
  });

  it('responds when the request whose body is broken has no response yet', async () => {
    const text = await exchange(
      (request) => void request.on('error', () => undefined).resume(),
      'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 400/);
  });
});
