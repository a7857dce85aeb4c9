import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { GuardProxy, type GuardProxyOptions } from './guard-proxy.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function proxyFor(options: Partial<GuardProxyOptions> = {}): Promise<GuardProxy> {
  const proxy = await GuardProxy.open({ allow: ['127.0.0.1/32'], bytesMax: 1_000_000, ...options });
  closing.push(() => proxy.close());
  return proxy;
}

/** A server that counts its connections. On 127.0.0.2 it is a canary, on 127.0.0.1 the host of a page. */
async function serve(
  host: string,
  body: string | Buffer = 'body',
): Promise<{ url: string; port: number; connections: () => number }> {
  let connections = 0;
  const server: Server = createServer((received, response) => {
    response.writeHead(200, { 'x-received': `${received.method} ${received.url} ${received.headers.host}` });
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

interface ProxyResponse {
  readonly status: number;
  readonly body: string;
  /** Method, path and host that the server received. */
  readonly received: string;
}

/** Sends a plain request with an absolute URL, as browsers send it to a proxy. */
async function requestThrough(proxy: GuardProxy, target: string, method = 'GET'): Promise<ProxyResponse> {
  const sent = request({ host: '127.0.0.1', port: proxy.port, path: target, method, agent: false });
  sent.end(method === 'POST' ? 'posted' : undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return {
    status: response.statusCode ?? 0,
    body,
    received: String(response.headers['x-received'] ?? ''),
  };
}

/**
 * Sends CONNECT and, when the tunnel is open, `payload`.
 *
 * @returns everything that was received
 */
async function tunnelTo(proxy: GuardProxy, authority: string, payload?: Buffer): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (payload && text === 'HTTP/1.1 200 Connection established\r\n\r\n') socket.write(payload);
    else if (!payload) socket.destroy();
    if (text.includes('echo')) socket.destroy();
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

describe('GuardProxy', () => {
  it('relays plain requests of any method with their original host', async () => {
    const server = await serve('127.0.0.1');
    const proxy = await proxyFor();
    const response = await requestThrough(proxy, `${server.url}/a?b=1`, 'POST');
    expect(response).toEqual({ status: 200, body: 'body', received: `POST /a?b=1 127.0.0.1:${server.port}` });
    expect(proxy.bytesTransferred).toBeGreaterThanOrEqual(10);
  });

  it('tunnels TLS, and closes tunnels that carry another protocol', async () => {
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
    expect(proxy.blockedRequests.join()).toContain('tunnels are for TLS only');
  });

  const privateHosts = (port: number): string[] => [
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

  it('refuses private addresses, in every notation and by name, before any connection', async () => {
    const canary = await serve('127.0.0.2');
    const proxy = await proxyFor({ lookup });
    for (const authority of privateHosts(canary.port)) {
      expect((await requestThrough(proxy, encodeURI(`http://${authority}/`))).status, authority).toBe(403);
      expect(await tunnelTo(proxy, encodeURI(authority)), authority).toMatch(/^HTTP\/1\.1 403 /);
    }
    expect(canary.connections()).toBe(0);
  });

  it.each(['169.254.169.254', '10.0.0.1', '100.64.0.1', '192.168.1.1', '[::1]', '[fd00::1]', '[fe80::1]'])(
    'refuses %s',
    async (host) => {
      const proxy = await proxyFor();
      expect((await requestThrough(proxy, `http://${host}/`)).status).toBe(403);
      expect(await tunnelTo(proxy, `${host}:443`)).toMatch(/^HTTP\/1\.1 403 /);
    },
  );

  it('records the URLs of blocked requests without their query', async () => {
    const proxy = await proxyFor();
    await requestThrough(proxy, 'http://10.0.0.1/path?token=secret');
    expect(proxy.blockedRequests).toEqual([expect.stringMatching(/^http:\/\/10\.0\.0\.1\/path: /)]);
  });

  it('refuses blocked ports, other schemes, credentials, and requests that are not for a proxy', async () => {
    const proxy = await proxyFor();
    expect((await requestThrough(proxy, 'http://93.184.216.34:25/')).status).toBe(403);
    expect(await tunnelTo(proxy, '93.184.216.34:22')).toMatch(/^HTTP\/1\.1 403 /);
    expect((await requestThrough(proxy, 'ftp://93.184.216.34/')).status).toBe(403);
    expect((await requestThrough(proxy, 'file:///etc/passwd')).status).toBe(403);
    expect((await requestThrough(proxy, '/')).status).toBe(403);
    expect(await tunnelTo(proxy, 'user:secret@127.0.0.1:443')).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('checks the address of every connection, so that DNS rebinding has no effect', async () => {
    const server = await serve('127.0.0.1');
    const canary = await serve('127.0.0.2');
    const addresses = ['127.0.0.1'];
    const rebinding = async () => [{ address: addresses.shift() ?? '127.0.0.2', family: 4 }];
    const proxy = await proxyFor({ lookup: rebinding });
    expect((await requestThrough(proxy, `http://rebind.example:${server.port}/`)).status).toBe(200);
    expect((await requestThrough(proxy, `http://rebind.example:${canary.port}/`)).status).toBe(403);
    expect(canary.connections()).toBe(0);
  });

  it('closes all connections and refuses new ones when the byte limit is exceeded', async () => {
    const server = await serve('127.0.0.1', Buffer.alloc(50_000));
    const proxy = await proxyFor({ bytesMax: 20_000 });
    await expect(requestThrough(proxy, `${server.url}/`)).rejects.toThrow();
    expect((await requestThrough(proxy, `${server.url}/`)).status).toBe(502);
  });

  it('closes open connections when it is closed', async () => {
    const proxy = await GuardProxy.open({ allow: [], bytesMax: 1000 });
    const socket = connect(proxy.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const gone = once(socket, 'close');
    await proxy.close();
    await gone;
  });
});
