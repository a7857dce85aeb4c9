import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { repositoryRoot } from '@quern/testing/repository-root';
import { isMissing } from '@quern/testing/requirements';
import { serviceLauncher } from '@quern/testing/service/spawn-service';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const table = 'name,amount\n'.concat('Ada,12\n'.repeat(4000));
const idempotent = { 'idempotency-key': 'before-the-move' };

describe.skipIf(isMissing('postgres'))(
  'quern migrate embedded-to-postgres (needs postgres and initdb)',
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quern-migrate-'));
    let server: TestPostgres;
    let databaseUrl: string;
    let service: TestService | undefined;
    beforeAll(async () => {
      server = await startPostgres();
      databaseUrl = await server.createDatabase();
    });
    afterAll(async () => {
      await service?.stop();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const migrate = async (...options: string[]): Promise<{ code: unknown; output: string }> => {
      const child = spawn(process.execPath, [serviceLauncher(), 'migrate', ...options], {
        cwd: repositoryRoot,
        env: { ...process.env, DATABASE_URL: databaseUrl, QUERN_DATA_DIR: dataDir, QUERN_OFFLINE: '1' },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
      const [code] = await once(child, 'close');
      return { code, output };
    };
    const read = async (from: TestService, path: string): Promise<{ status: number; body: unknown }> => {
      const response = await fetch(`${from.url}/v0/${path}`, {
        headers: { authorization: `Bearer ${testApiKey}` },
      });
      return { status: response.status, body: await response.json() };
    };
    const convert = async (from: TestService): Promise<unknown> => {
      const form = new FormData();
      form.append('file', new Blob([table]), 'table.csv');
      const headers = { authorization: `Bearer ${testApiKey}`, ...idempotent };
      const response = await fetch(`${from.url}/v0/convert`, { method: 'POST', headers, body: form });
      expect(response.status).toBe(200);
      return response.json();
    };

    it('keeps credits, responses, jobs and usage, and the order of waiting jobs', async () => {
      let isOpen = false;
      const waiting: (() => void)[] = [];
      const site = await serveSite((path) =>
        path === '/robots.txt'
          ? undefined
          : (_request, response) => {
              const end = () => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Late.</p>');
              if (isOpen) end();
              else waiting.push(end);
            },
      );
      const embedded = await startTestService({ QUERN_DATA_DIR: dataDir });
      const converted = await convert(embedded);
      const jobs: string[] = [];
      for (const path of ['first', 'second']) {
        const input = { url: `${site.origin}/${path}` };
        const response = await embedded.post('scrape', input, { prefer: 'respond-async' });
        const submitted = (await response.json()) as { data: { id: string } };
        expect(response.status, JSON.stringify(submitted)).toBe(202);
        jobs.push(submitted.data.id);
      }
      await expect.poll(() => waiting.length).toBe(2);
      expect(await migrate()).toMatchObject({
        code: 1,
        output: expect.stringContaining('is in use by another'),
      });
      const account = await embedded.bootstrapAccountId();
      // Its end returns the running jobs to the queue.
      await embedded.drain();
      const dryRun = await migrate('--dry-run');
      expect(dryRun).toMatchObject({
        code: 1,
        output: expect.stringMatching(/accounts rows +1 +0 +differs/),
      });

      const migrated = await migrate();
      expect(migrated.output).toContain('All counts and sums are equal.');
      expect(migrated.output).toMatch(/jobs rows +2 +2\n/);
      expect(migrated.code).toBe(0);
      expect((await migrate()).output).toContain('All counts and sums are equal.');

      isOpen = true;
      service = await startTestService({ DATABASE_URL: databaseUrl });
      expect(await service.bootstrapAccountId()).toBe(account);
      expect(await convert(service)).toEqual(converted);
      for (const id of jobs) {
        await expect
          .poll(async () => (await read(service as TestService, `jobs/${id}`)).body)
          .toMatchObject({ data: { status: 'succeeded' } });
      }
      const { body } = await read(service, 'usage');
      const { data } = body as { data: { account: { available: number }; totals: { credits: number }[] } };
      const spent = data.totals.reduce((sum, { credits }) => sum + credits, 0);
      expect(data.account).toMatchObject({ available: 10_000 - spent, held: 0 });
      await site.close();
    });

    it('refuses a database that nodes have used, and settings without one', async () => {
      const other = await server.createDatabase();
      const used = await startTestService({ DATABASE_URL: other });
      await used.stop();
      [databaseUrl] = [other];
      expect(await migrate()).toMatchObject({
        code: 1,
        output: expect.stringContaining('has accounts already'),
      });
      databaseUrl = '';
      expect(await migrate()).toMatchObject({ code: 1, output: expect.stringContaining('set DATABASE_URL') });
    });
  },
);
