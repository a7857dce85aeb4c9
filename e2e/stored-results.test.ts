import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../apps/server/src/operations/define-operation.ts';

const largeBytes = 1_500_000;
/** Twice what Linux buffers at most: 4 MB to send, and some 100 KB that a client does not read. */
const unreadBytes = 8_000_000;

/** Returns a result that does not become smaller by compression, which can be requested again. */
const produce = defineOperation({
  name: 'produce',
  title: 'produce',
  description: 'produce',
  consumes: ['application/json'],
  input: z.object({}),
  output: z.object({}),
  examples: [{ input: {}, output: {} }],
  timeLimitMs: 600_000,
  price: { minimum: 1, label: '1', compute: () => 1 },
  storedResult: { path: 'products', field: 'product_id', idPrefix: 'pro_' },
  run: async () => ({ noise: randomBytes(unreadBytes).toString('base64') }),
});
const hourMs = 3_600_000;
const authorization = `Bearer ${testApiKey}`;

interface Scrape {
  readonly data: { readonly scrape_id: string; readonly markdown: string };
}

beforeAll(() => {
  // Only dates are faked: they stand still.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** A site with a small page and a large one that does not compress well. */
async function serveSite(): Promise<{ server: Server; url: string }> {
  const noise = randomBytes(largeBytes / 2).toString('hex');
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const body = '<h1>Title</h1><p>The mill is old, and the river that drove it is low in summer.</p>';
    if (request.url === '/large') response.end(`${body}<script type="application/json">"${noise}"</script>`);
    else if (request.url === '/small') response.end(body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Name of the metric that counts the stored results of an operation that were sent. */
const readsMetric = (operation: string): string =>
  `quern_requests_total{operation="${operation}",status="200",code=""}`;

/** Connections that have requested a result, as it is stored, and do not read it. */
function requestWithoutReading(service: TestService, path: string, count: number): Socket[] {
  const { hostname, port } = new URL(service.url);
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).pause();
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: quern\r\nauthorization: ${authorization}\r\naccept-encoding: gzip\r\n\r\n`,
    );
    return socket;
  });
}

describe('stored results', () => {
  let site: Awaited<ReturnType<typeof serveSite>>;
  let service: TestService;
  beforeAll(async () => {
    site = await serveSite();
    service = await startTestService({ QUERN_CHROMIUM: 'off', QUERN_RATE_LIMIT: '600/m' });
  });
  afterAll(async () => {
    await service.stop();
    site.server.close();
  });

  const scrape = (path: string, headers: Record<string, string> = {}) =>
    service.post('scrape', { url: `${site.url}${path}` }, headers);
  const read = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/v0/scrapes/${id}`, { headers: { authorization, ...headers } });

  /** Creates another account with a key. */
  async function createAccount(): Promise<string> {
    const created = await service.adminRequest('POST', '/accounts', { name: 'other', credits: 5 });
    const { account } = (await created.json()) as { account: { id: string } };
    const issued = await service.adminRequest('POST', '/keys', { accountId: account.id, name: 'other' });
    const { key } = (await issued.json()) as { key: { key: string } };
    return key.key;
  }

  it('are returned to their account only', async () => {
    const scraped = (await (await scrape('/small')).json()) as Scrape;
    const own = await read(scraped.data.scrape_id);
    expect(own.status).toBe(200);
    expect(await own.json()).toEqual(scraped);
    const authorization = `Bearer ${await createAccount()}`;
    const foreign = await read(scraped.data.scrape_id, { authorization });
    expect(foreign.status).toBe(404);
    const body = await foreign.text();
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
    expect(body).not.toContain('mill');
    // The result still exists: the other account was refused because of who it is.
    expect((await read(scraped.data.scrape_id)).status).toBe(200);
  });

  it('are not shared between accounts that use the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'same-for-both' };
    const first = (await (await scrape('/small', headers)).json()) as Scrape;
    const authorization = `Bearer ${await createAccount()}`;
    const second = await scrape('/small', { ...headers, authorization });
    expect(second.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('x-credits-remaining')).toBe('4');
    const { data } = (await second.json()) as Scrape;
    expect(data.scrape_id).not.toBe(first.data.scrape_id);
    expect((await read(data.scrape_id)).status).toBe(404);
    expect((await read(data.scrape_id, { authorization })).status).toBe(200);
  });

  it('count against the rate limit, are logged and counted in metrics, and cost nothing', async () => {
    const scraped = (await (await scrape('/small')).json()) as Scrape;
    const [balance, counted] = [await service.balance(), await service.metric(readsMetric('scrapes'))];
    const first = await read(scraped.data.scrape_id);
    const second = await read(scraped.data.scrape_id);
    const remaining = [first, second].map((response) => response.headers.get('x-ratelimit-remaining'));
    expect(Number(remaining[0]) - Number(remaining[1])).toBe(1);
    expect(first.headers.get('x-credits-used')).toBe('0');
    expect(await service.metric(readsMetric('scrapes'))).toBe(counted + 2);
    const requestId = second.headers.get('x-request-id') ?? '';
    expect(service.logLines.some((line) => line.includes(requestId) && line.includes('scrapes'))).toBe(true);
    expect(await service.balance()).toBe(balance);
  });

  it('are sent compressed to clients that accept gzip, with the same content', async () => {
    const scraped = (await (await scrape('/large')).json()) as Scrape;
    const plain = await read(scraped.data.scrape_id, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const plainBody = await plain.text();
    expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(plainBody));
    expect(JSON.parse(plainBody)).toEqual(scraped);
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /v0/scrapes/${scraped.data.scrape_id} HTTP/1.1\r\nhost: quern\r\nauthorization: ${authorization}\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n`,
    );
    const raw = Buffer.concat(await socket.toArray());
    const bodyAt = raw.indexOf('\r\n\r\n') + 4;
    expect(raw.toString('latin1', 0, bodyAt)).toContain('content-encoding: gzip');
    expect(gunzipSync(raw.subarray(bodyAt)).toString()).toBe(plainBody);
  });

  it('are charged and stored once for requests with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'large-once' };
    const [balance, bytes] = [await service.balance(), await service.metric('quern_stored_results_bytes')];
    const first = await (await scrape('/large', headers)).text();
    const again = await scrape('/large', headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(first);
    expect(await service.balance()).toBe(balance - 1);
    const added = (await service.metric('quern_stored_results_bytes')) - bytes;
    expect(added).toBeGreaterThan(largeBytes / 4);
    expect(added).toBeLessThan(largeBytes);
  });
});

describe('a full result store', () => {
  it('evicts results that expire first; an evicted idempotent response returns 409 without a second charge', async () => {
    const site = await serveSite();
    const service = await startTestService({ QUERN_RESULTS_MAX: '1', QUERN_CHROMIUM: 'off' });
    const scrape = async (key: string) => {
      const response = await service.post('scrape', { url: `${site.url}/large` }, { 'idempotency-key': key });
      return { status: response.status, body: (await response.json()) as Scrape & { code?: string } };
    };
    const first = await scrape('first');
    vi.setSystemTime(Date.now() + 1); // clock: faked
    const second = await scrape('second');
    expect([first.status, second.status]).toEqual([200, 200]);
    const balance = await service.balance();
    const evicted = await scrape('first');
    expect([evicted.status, evicted.body.code]).toEqual([409, 'idempotent_response_evicted']);
    expect(await scrape('second')).toEqual(second);
    expect(await service.balance()).toBe(balance);
    await service.stop();
    site.server.close();
  });
});

describe('clients that do not read their responses', () => {
  async function startWithResult(responseStallMs: number) {
    const service = await startTestService(
      { QUERN_RATE_LIMIT: '1000000/m,running=1000' },
      { operations: [produce], responseStallMs },
    );
    const { data } = (await (await service.post('produce', {})).json()) as { data: { product_id: string } };
    const path = `/v0/products/${data.product_id}`;
    const read = () => fetch(`${service.url}${path}`, { headers: { authorization } });
    return { service, data, path, read, open: () => service.metric('quern_responses_open') };
  }

  it('are disconnected before the end of their response', async () => {
    const { service, path, open } = await startWithResult(200);
    const sockets = requestWithoutReading(service, path, 20);
    await expect.poll(() => service.metric(readsMetric('products'))).toBe(20);
    await expect.poll(open).toBe(0);
    for (const socket of sockets) {
      const received: Buffer[] = await socket.toArray().catch(() => []);
      expect(Buffer.concat(received).length).toBeLessThan(unreadBytes);
    }
    await service.stop();
  });

  it('keep no other from reading, up to 256 of a key, then get no further one until they close connections', async () => {
    const { service, data, path, read, open } = await startWithResult(hourMs);
    const sockets = requestWithoutReading(service, path, 255);
    await expect.poll(open).toBe(255);
    expect(await (await read()).json()).toEqual({ success: true, data });
    await expect.poll(open).toBe(255);
    sockets.push(...requestWithoutReading(service, path, 1));
    await expect.poll(open).toBe(256);
    const rejected = await read();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '5']);
    for (const socket of sockets) socket.destroy();
    await expect.poll(open).toBe(0);
    expect(await (await read()).json()).toEqual({ success: true, data });
    await service.stop();
  });
});
