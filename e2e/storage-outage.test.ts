import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCuttingProxy } from '@quern/testing/postgres/cutting-proxy';
import { startPostgres } from '@quern/testing/postgres/start-postgres';
import { findBinary, isMissing } from '@quern/testing/requirements';
import { instantOperation } from '@quern/testing/service/instant-operation';
import { spawnService } from '@quern/testing/service/spawn-service';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import { serveSite } from '@quern/testing/web/serve-site';
import { describe, expect, it } from 'vitest';

const prlimit = findBinary('prlimit');

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(await response.json()).toMatchObject({
    code: 'overloaded',
    error: expect.stringMatching(/database/),
  });
}

describe('a database that cannot be written', () => {
  it.runIf(prlimit !== undefined)(
    'makes requests and /readyz return 503 with Retry-After, until there is space again (needs prlimit)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'quern-full-'));
      const service = await spawnService({
        launcher: 'node',
        environment: {
          QUERN_DATA_DIR: folder,
          QUERN_BOOTSTRAP_KEY: testApiKey,
          QUERN_BOOTSTRAP_CREDITS: '10',
          QUERN_ADMIN_TOKEN: testAdminToken,
        },
      });
      const send = (path: string, token: string, body: object): Promise<Response> =>
        fetch(`${service.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const spend = () => send('/v0/sentiment', testApiKey, { text: 'good' });
      const readBalance = async (): Promise<unknown> => {
        const headers = { authorization: `Bearer ${testApiKey}` };
        const response = await fetch(`${service.url}/v0/usage`, { headers });
        return ((await response.json()) as { data: { account: unknown } }).data.account;
      };
      const isReady = async () => (await fetch(`${service.url}/readyz`)).status;
      // Files of this process cannot grow, which has the same effect on SQLite as a full disk.
      const limitFiles = (bytes: string): void => {
        execFileSync(prlimit ?? '', [`--fsize=${bytes}:unlimited`, '--pid', String(service.process.pid)]);
      };
      try {
        expect((await spend()).status).toBe(200);
        limitFiles('0');
        await expectUnavailable(await spend());
        await expectUnavailable(await send('/admin/v0/accounts', testAdminToken, { name: 'a', credits: 1 }));
        expect(await isReady()).toBe(503);
        limitFiles('unlimited');
        await expect.poll(isReady).toBe(200);
        expect((await spend()).status).toBe(200);
        // Two requests were charged; the credits of the one that failed are no longer held.
        await expect.poll(readBalance).toEqual({ available: 8, held: 0 });
      } finally {
        await service.terminate('SIGTERM');
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe.skipIf(isMissing('postgres'))('a PostgreSQL that is stopped (needs postgres and initdb)', () => {
  it('makes requests and /readyz return 503 with Retry-After', async () => {
    const server = await startPostgres();
    const DATABASE_URL = await server.createDatabase();
    const service = await startTestService({ DATABASE_URL }, { operations: [instantOperation] });
    expect((await service.post('instant', { text: 'a' })).status).toBe(200);
    await server.stop();
    await expectUnavailable(await service.post('instant', { text: 'a' }));
    await expectUnavailable(await service.adminRequest('POST', '/accounts', { name: 'a', credits: 1 }));
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    await service.stop();
  });
});

describe.skipIf(isMissing('postgres'))(
  'a PostgreSQL that is away for a while (needs postgres and initdb)',
  () => {
    it('makes two nodes refuse requests, charge a running one once, and recover without a restart', async () => {
      const server = await startPostgres();
      const proxy = await startCuttingProxy(await server.createDatabase());
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const site = await serveSite({
        '/': (_request, response) => {
          arrived.resolve();
          void released.promise.then(() => response.end('<p>A page.</p>'));
        },
      });
      const settings = { DATABASE_URL: proxy.url, QUERN_ROBOTS: 'ignore', QUERN_CHROMIUM: 'off' };
      const nodes = [await startTestService(settings), await startTestService(settings)] as const;
      const [first, second] = nodes;
      const isReady = async (): Promise<number[]> =>
        Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
      const scrape = (node: TestService) =>
        node.post('scrape', { url: `${site.origin}/` }, { 'idempotency-key': 'away' });
      const before = await first.balance();

      const running = scrape(first);
      await arrived.promise;
      proxy.refuse();
      for (const node of nodes) await expectUnavailable(await node.post('sentiment', { text: 'good' }));
      expect(await isReady()).toEqual([503, 503]);
      released.resolve();
      await expectUnavailable(await running);

      proxy.accept();
      await expect.poll(isReady).toEqual([200, 200]);
      for (const node of nodes) expect((await node.post('sentiment', { text: 'good' })).status).toBe(200);
      // Until the reservation of the failed request is refunded, its key is in use.
      await expect.poll(async () => (await scrape(second)).status).toBe(200);
      expect(await second.balance()).toBe(before - 3);
      await Promise.all(nodes.map((node) => node.stop()));
      await site.close();
      proxy.close();
      await server.stop();
    });
  },
);
