import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type GuardProxy, type GuardProxyOptions, openGuardProxy } from './guard-proxy.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function proxyFor(options: Partial<GuardProxyOptions> = {}): Promise<GuardProxy> {
  const proxy = await openGuardProxy({ allow: ['127.0.0.1/32'], bytesMax: 1_000_000, ...options });
  closing.push(() => proxy.close());
  return proxy;
}

/** A server that counts its connections: a canary on 127.0.0.2, a page's host on 127.0.0.1. */
async function serve(
  host: string,
  body: string | Buffer = 'body',
): Promise<{ url: string; port: number; connections: () => number }> {
  let connections = 0;
  const server: Server = createServer((asked, response) => {
    response.writeHead(200, { 'x-asked': `${asked.method} ${asked.url} ${asked.headers.host}` });
    response.end(body);
  }).listen(0, host);
  server.on('connection', () => {
    connections += 1;
  });
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}`, port, connections: () => connections };
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly asked: string;
}

/** What comes back for a plain request with an absolute address, as browsers send it to a proxy. */
async function ask(proxy: GuardProxy, target: string, method = 'GET'): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port: proxy.port, path: target, method, agent: false });
  asking.end(method === 'POST' ? 'posted' : undefined);
  const [answer] = (await once(asking, 'response')) as [import('node:http').IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += String(chunk);
  return { status: answer.statusCode ?? 0, body, asked: String(answer.headers['x-asked'] ?? '') };
}

/** The first line after CONNECT, and what follows after `then` was written. */
async function tunnelTo(proxy: GuardProxy, authority: string, then?: Buffer): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (then && text === 'HTTP/1.1 200 Connection established\r\n\r\n') socket.write(then);
    else if (!then) socket.destroy();
    if (text.includes('echo')) socket.destroy();
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

describe('a guard proxy', () => {
  it('sends plain requests on, whatever their method, with the host they were meant for', async () => {
    const server = await serve('127.0.0.1');
    const proxy = await proxyFor();
    const answer = await ask(proxy, `${server.url}/a?b=1`, 'POST');
    expect(answer).toEqual({ status: 200, body: 'body', asked: `POST /a?b=1 127.0.0.1:${server.port}` });
    expect(proxy.bytesTransferred()).toBeGreaterThanOrEqual(10);
  });

  it('tunnels TLS and nothing else', async () => {
    let connected = 0;
    const echo = createTcpServer((socket) => {
      connected += 1;
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => socket.write(`echo ${chunk.length}`));
    }).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    closing.push(() => echo.close());
    const { port } = echo.address() as AddressInfo;
    const proxy = await proxyFor();
    expect(await tunnelTo(proxy, `127.0.0.1:${port}`, Buffer.from([0x16, 3, 1, 0, 0]))).toContain('echo 5');
    const webSocket = Buffer.from('GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n\r\n');
    expect(await tunnelTo(proxy, `127.0.0.1:${port}`, webSocket)).not.toContain('echo');
    expect(connected).toBe(2);
    expect(proxy.blockedRequests.join()).toContain('something else than TLS');
  });

  const hidden = (port: number): string[] => [
    `127.0.0.2:${port}`,
    `127.2:${port}`,
    `0x7f.2:${port}`,
    `2130706434:${port}`,
    `0177.0.0.2:${port}`,
    `[::ffff:127.0.0.2]:${port}`,
    `[::ffff:7f00:2]:${port}`,
    `[64:ff9b::7f00:2]:${port}`,
    `inside.example:${port}`,
    `mixed.example:${port}`,
    `１２７.0.0.2:${port}`,
    `127.0.0.2.:${port}`,
  ];
  const lookup = async (name: string) =>
    name === 'mixed.example'
      ? [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]
      : [{ address: '127.0.0.2', family: 4 }];

  it('refuses what is private, in every spelling and by name, before any connection', async () => {
    const canary = await serve('127.0.0.2');
    const proxy = await proxyFor({ lookup });
    for (const authority of hidden(canary.port)) {
      expect((await ask(proxy, encodeURI(`http://${authority}/`))).status, authority).toBe(403);
      expect(await tunnelTo(proxy, encodeURI(authority)), authority).toMatch(/^HTTP\/1\.1 403 /);
    }
    expect(canary.connections()).toBe(0);
  });

  it.each(['169.254.169.254', '10.0.0.1', '100.64.0.1', '192.168.1.1', '[::1]', '[fd00::1]', '[fe80::1]'])(
    'refuses %s',
    async (host) => {
      const proxy = await proxyFor();
      expect((await ask(proxy, `http://${host}/`)).status).toBe(403);
      expect(await tunnelTo(proxy, `${host}:443`)).toMatch(/^HTTP\/1\.1 403 /);
    },
  );

  it('refuses ports that are no web ports, other schemes, and requests that are not for a proxy', async () => {
    const proxy = await proxyFor();
    expect((await ask(proxy, 'http://93.184.216.34:25/')).status).toBe(403);
    expect(await tunnelTo(proxy, '93.184.216.34:22')).toMatch(/^HTTP\/1\.1 403 /);
    expect((await ask(proxy, 'ftp://93.184.216.34/')).status).toBe(403);
    expect((await ask(proxy, 'file:///etc/passwd')).status).toBe(403);
    expect((await ask(proxy, '/')).status).toBe(403);
    expect(await tunnelTo(proxy, 'user:secret@127.0.0.1:443')).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('judges every connection by itself, so that a name may not change its answer', async () => {
    const server = await serve('127.0.0.1');
    const canary = await serve('127.0.0.2');
    const answers = ['127.0.0.1'];
    const rebinding = async () => [{ address: answers.shift() ?? '127.0.0.2', family: 4 }];
    const proxy = await proxyFor({ lookup: rebinding });
    expect((await ask(proxy, `http://rebind.example:${server.port}/`)).status).toBe(200);
    expect((await ask(proxy, `http://rebind.example:${canary.port}/`)).status).toBe(403);
    expect(canary.connections()).toBe(0);
  });

  it('ends everything when the page has had its bytes', async () => {
    const server = await serve('127.0.0.1', Buffer.alloc(50_000));
    const proxy = await proxyFor({ bytesMax: 20_000 });
    await expect(ask(proxy, `${server.url}/`)).rejects.toThrow();
    expect((await ask(proxy, `${server.url}/`)).status).toBe(502);
  });

  it('closes while connections are open', async () => {
    const proxy = await openGuardProxy({ allow: [], bytesMax: 1000 });
    const socket = connect(proxy.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const gone = once(socket, 'close');
    await proxy.close();
    await gone;
  });
});
