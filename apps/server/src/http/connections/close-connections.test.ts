import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { closeConnectionsOnStop } from './close-connections.ts';
import { OpenConnections } from './open-connections.ts';

function closeConnections(app: FastifyInstance): void {
  const connections = new OpenConnections();
  connections.observe(app.server);
  closeConnectionsOnStop(app, connections);
}

const agent = new Agent({ keepAlive: true });
afterEach(() => agent.destroy());

async function listen(send: () => PassThrough | Buffer, headers: Record<string, number> = {}) {
  const app = fastify({ pluginTimeout: 0 });
  closeConnections(app);
  app.get('/', (_request, reply) => reply.headers(headers).send(send()));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  return { app, response };
}

it('closes a kept-alive connection whose response ends after the server began to stop', async () => {
  const stream = new PassThrough();
  stream.write('file');
  const { app, response } = await listen(() => stream, { 'content-length': 4 });
  const closed = once(response.socket, 'close');
  // The client has the whole file before the server knows that its stream has ended.
  expect(String(Buffer.concat(await response.toArray()))).toBe('file');
  const stopped = app.close();
  await new Promise(setImmediate);
  stream.end();
  await stopped;
  await closed;
});

it('sends a response to its end that the client reads while the server stops', async () => {
  const bytes = 20_000_000;
  const { app, response } = await listen(() => Buffer.alloc(bytes));
  await once(response, 'readable');
  const stopped = app.close();
  await new Promise(setImmediate);
  expect(Buffer.concat(await response.toArray())).toHaveLength(bytes);
  await stopped;
});

it('stops although a client with pipelined requests has disconnected before the first response', async () => {
  const app = fastify({ pluginTimeout: 0 });
  closeConnections(app);
  let received = 0;
  const both = Promise.withResolvers<void>();
  app.get('/', () => {
    received += 1;
    if (received === 2) both.resolve();
    return new Promise(() => undefined);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2));
  await both.promise;
  const stopped = app.close();
  await new Promise(setImmediate);
  client.destroy();
  await stopped;
});

it('requires that hooks of the stop may take as long as responses', () => {
  expect(() => closeConnections(fastify())).toThrow('pluginTimeout');
});
