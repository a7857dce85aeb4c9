import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { proxyCredentials, startHttpProxy, startSocksProxy } from '@quern/testing/network/proxy-servers';
import { describe, expect, it } from 'vitest';
import { codeOf } from './fixtures/code-of.ts';
import { closeAfterTest, createTestClient, serveHttp2 } from './fixtures/http2-server.ts';
import { parseProxyUrl } from './upstream-proxy.ts';

describe.each([
  ['http', startHttpProxy],
  ['socks5', startSocksProxy],
])('fetching through a proxy (%s)', (protocol, start) => {
  const openProxy = async () => {
    const proxy = await start();
    closeAfterTest(() => proxy.close());
    const { username, password } = proxyCredentials;
    const credentials = `${username}:${encodeURIComponent(password)}`;
    const upstreamProxy = parseProxyUrl(`${protocol}://${credentials}@127.0.0.1:${proxy.port}`);
    return { proxy, upstreamProxy };
  };

  it('speaks TLS with the server and sends the proxy the checked address, not the name', async () => {
    const server = await serveHttp2((request, response) => response.end(`${request.url} over TLS`));
    const { proxy, upstreamProxy } = await openProxy();
    const { fetch } = createTestClient({ upstreamProxy });
    const resource = await fetch(`${server.url}/page`);
    expect(Buffer.from(resource.body).toString()).toBe('/page over TLS');
    expect(new Set(proxy.targets)).toEqual(new Set([`127.0.0.1:${server.port}`]));
    expect(server.versions).toContain('2.0');
  });

  it('refuses names that resolve to a private address, without asking the proxy', async () => {
    const { proxy, upstreamProxy } = await openProxy();
    const lookup = async () => [{ address: '10.0.0.1', family: 4 }];
    const { fetch } = createTestClient({ upstreamProxy, lookup });
    expect(await codeOf(fetch('http://intranet.example/'))).toBe('forbidden_address');
    expect(proxy.targets).toEqual([]);
  });
});

it('connects once when a proxy sends data of the server together with its response', async () => {
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closeAfterTest(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  const { fetch } = createTestClient({ upstreamProxy: parseProxyUrl(`http://127.0.0.1:${port}`) });
  expect(await codeOf(fetch('http://www.example/', { timeoutMs: 60_000 }))).toBe('bad_response');
  expect(sockets.length).toBe(1);
});
