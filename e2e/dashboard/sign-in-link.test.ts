import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SpawnedService, spawnService } from '@quern/testing/service/spawn-service';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'quern-data-'));
let service: SpawnedService;
let code: string;
beforeAll(async () => {
  const environment = { QUERN_DATA_DIR: dataDir, QUERN_CHROMIUM: 'off', QUERN_OFFLINE: '1' };
  service = await spawnService({ environment, launcher: 'node' });
  await service.untilPrinted(/#start=\w+\n/);
  code = /\/#start=(\w+)\n/.exec(service.output())?.[1] ?? '';
});
afterAll(async () => {
  await service.terminate('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

const redeem = (sentCode: string, headers: Record<string, string> = {}, url = service.url) =>
  fetch(`${url}/dashboard/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url, ...headers },
    body: JSON.stringify({ code: sentCode }),
  });

/** Starts a proxy on this machine that adds no headers, and returns its address. @param host replaces the header */
async function startProxy(host?: string): Promise<string> {
  const proxy = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const outgoing = httpRequest(new URL(url ?? '/', service.url), {
      method,
      headers: { ...headers, ...(host === undefined ? {} : { host }) },
    });
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  onTestFinished(() => void proxy.close());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describe('the link of the first start', () => {
  it('leads to a dashboard that is bundled before it is opened, and to the same one in every request', async () => {
    const open = () => fetch(service.url, { headers: { accept: 'text/html' } });
    await expect.poll(() => existsSync(join(dataDir, 'dashboard-bundle.json'))).toBe(true);
    const pages = await Promise.all(Array.from({ length: 5 }, open));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(pages.map(({ headers }) => headers.get('etag'))).size).toBe(1);
  });

  it.each([
    ['that a proxy has forwarded', { 'x-forwarded-for': '192.0.2.1' }],
    ['of a page of another site', { origin: 'https://evil.example' }],
    ['of a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['of a public page, through a proxy that hides itself', { origin: 'https://quern.example.org' }],
    ['with a public host', { host: 'quern.example.org', origin: 'http://quern.example.org' }],
  ])('is refused in a request %s', async (_case, headers) => {
    expect((await redeem(code, headers)).status).toBe(404);
  });

  it('is refused through a proxy on this machine, whether it keeps or replaces the host', async () => {
    const keeping = await startProxy();
    const replacing = await startProxy(new URL(service.url).host);
    for (const proxy of [keeping, replacing]) {
      expect((await fetch(proxy, { headers: { accept: 'text/html' } })).status).toBe(200);
      const origin = 'https://quern.example.org';
      expect((await redeem(code, { origin }, proxy)).status).toBe(404);
    }
  });

  it('is not printed by a service with a public address', async () => {
    const published = mkdtempSync(join(tmpdir(), 'quern-data-'));
    const environment = {
      QUERN_DATA_DIR: published,
      QUERN_CHROMIUM: 'off',
      QUERN_OFFLINE: '1',
      QUERN_PUBLIC_URL: 'https://quern.example.org',
    };
    const other = await spawnService({ environment, launcher: 'node' });
    await other.untilPrinted(/All operations, with forms/);
    expect(other.output()).toContain('Admin token, shown this once');
    expect(other.output()).not.toContain('#start=');
    expect((await redeem(code, { origin: other.url }, other.url)).status).toBe(404);
    await other.terminate('SIGTERM');
    rmSync(published, { recursive: true, force: true });
  });

  it('is refused with a wrong code', async () => {
    expect((await redeem('wrong')).status).toBe(404);
  });
});
