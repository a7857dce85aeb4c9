import { createQuernAdmin } from '@quern/sdk';
import { createDataDirWithBrowser, isBrowserMissing } from '@quern/testing/browser/test-browser';
import {
  startTestService,
  type TestService,
  testAdminToken,
} from '@quern/testing/service/start-test-service';
import { serveSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the state of a node', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ QUERN_CHROMIUM: 'off', QUERN_ENGINE_THREADS: '2' });
  });
  afterAll(() => service.stop());

  const readSystem = () =>
    createQuernAdmin({ baseUrl: service.url, adminToken: testAdminToken }).system.get();

  it('has the engines, which are loaded by their first request', async () => {
    const stateOf = async (name: string) => (await readSystem()).engines.find((one) => one.name === name);
    expect(await stateOf('ocr')).toMatchObject({ isEnabled: true, isLoaded: false, running: 0, waiting: 0 });
    expect(await stateOf('render')).toMatchObject({ isEnabled: false, slots: 0 });
    expect(await stateOf('llm')).toMatchObject({ isEnabled: false, slots: 0 });
    expect((await service.post('sentiment', { text: 'The mill is old.' })).status).toBe(200);
    expect(await stateOf('threads')).toMatchObject({ isEnabled: true, isLoaded: true, slots: 2 });
  });

  it('has the bundled models with their versions and sizes', async () => {
    const { models } = await readSystem();
    expect(models.map(({ id }) => id)).toEqual(['encoder', 'ocr', 'language']);
    for (const { version, bytes } of models) {
      expect(version).toMatch(/^[\da-f]{12}$/);
      expect(bytes).toBeGreaterThan(1_000_000);
    }
  });

  it('has checks with their fixes', async () => {
    const { checks, database, nodes, version, results } = await readSystem();
    expect([database, nodes, version]).toEqual([{ kind: 'sqlite', status: 'ok' }, 1, '0.1.0']);
    expect(results.bytesMax).toBeGreaterThan(results.bytes);
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([
      { name: 'browser', status: 'warning', fix: expect.stringContaining('QUERN_CHROMIUM') },
      { name: 'translation', status: 'warning', fix: expect.stringContaining('QUERN_OFFLINE') },
    ]);
  });

  it('is for administrators only, except for engines and models at /readyz?verbose', async () => {
    expect((await fetch(`${service.url}/admin/v0/system`)).status).toBe(401);
    const read = async (query: string) => (await fetch(`${service.url}/readyz${query}`)).json();
    expect(await read('')).toEqual({ status: 'ok', checks: { database: 'sqlite: ok' } });
    expect(await read('?verbose=false')).toEqual({ status: 'ok', checks: { database: 'sqlite: ok' } });
    const { engines, models } = await readSystem();
    expect(await read('?verbose')).toEqual({
      status: 'ok',
      checks: { database: 'sqlite: ok' },
      version: '0.1.0',
      engines,
      models,
    });
  });
});

describe.skipIf(isBrowserMissing() || process.platform !== 'linux')('the memory of an engine', () => {
  it('is that of the browser while it runs, and absent for engines in the service', async () => {
    const service = await startTestService({ QUERN_DATA_DIR: createDataDirWithBrowser() });
    const site = await serveSite({
      '/': '<title>Mill</title><main><h1>Mill</h1><p>The mill is old.</p></main>',
    });
    const memoryOf = async () => {
      const admin = createQuernAdmin({ baseUrl: service.url, adminToken: testAdminToken });
      const { engines } = await admin.system.get();
      return Object.fromEntries(engines.map(({ name, memoryBytes }) => [name, memoryBytes]));
    };
    expect((await memoryOf())['render']).toBeUndefined();
    const response = await service.post('scrape', { url: `${site.origin}/`, render: 'always' });
    expect(response.status).toBe(200);
    const memory = await memoryOf();
    expect(memory['render']).toBeGreaterThan(1_000_000);
    expect(memory['threads']).toBeUndefined();
    await site.close();
    await service.stop();
  });
});
