import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SpawnedService, spawnService } from '@quern/testing/service/spawn-service';
import { testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'quern-life-')), 'data');
  folders.push(folder);
  return folder;
};
let running: SpawnedService | undefined;
afterEach(async () => {
  await running?.terminate('SIGKILL').catch(() => undefined);
  running = undefined;
});
afterAll(() => {
  for (const folder of folders) rmSync(join(folder, '..'), { recursive: true, force: true });
});

const start = async (
  environment: Record<string, string>,
  through: 'npm' | 'node' = 'node',
): Promise<SpawnedService> => {
  running = await spawnService({ environment, launcher: through });
  return running;
};

const call = (
  service: SpawnedService,
  key: string,
  operation: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${service.url}/v0/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The environment of the tests without settings, such as those of the gate. */
const environmentWithoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('QUERN_')));

describe('the first start', () => {
  // A site to map, the operation that loads the least.
  let site: TestSite;
  beforeAll(async () => {
    site = await serveSite({ '/': '<h1>Mill</h1>' });
  });
  afterAll(() => site.close());

  it('creates a private data directory, a key with 10,000 credits and an admin token, shown once', async () => {
    const folder = newFolder();
    const environment = { QUERN_DATA_DIR: folder, QUERN_FETCH_ALLOW: '127.0.0.0/8' };
    const first = await start(environment);
    const key = /qn_live_[0-9A-Za-z]{36}/.exec(first.output())?.[0] ?? '';
    const token = /qn_admin_[0-9A-Za-z]+/.exec(first.output())?.[0] ?? '';
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const reply = await call(first, key, 'map', { url: site.origin });
    expect(reply.headers.get('x-credits-remaining')).toBe('9995');
    expect(await first.terminate('SIGTERM')).toBe(0);

    const second = await start(environment);
    expect(second.output()).not.toContain('qn_live_');
    expect(second.output()).not.toContain('qn_admin_');
    const next = await call(second, key, 'map', { url: site.origin });
    expect(next.headers.get('x-credits-remaining')).toBe('9990');
    const accounts = await fetch(`${second.url}/admin/v0/accounts`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(accounts.status).toBe(200);
    const stored = readFileSync(join(folder, 'quern.sqlite')).toString('latin1');
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(token);
  });

  it('prints calls that all succeed without a network, models or a browser', async () => {
    const service = await start({
      QUERN_DATA_DIR: newFolder(),
      QUERN_OFFLINE: '1',
      QUERN_CHROMIUM: 'off',
    });
    const calls = service.output().match(/curl http.*/g) ?? [];
    const operations = calls.map((line) => /\/v0\/([a-z-]+) /.exec(line)?.[1]);
    expect(operations.sort()).toEqual(['extract-entities', 'ocr', 'sentiment', 'summarize']);
    for (const line of calls) {
      const { stdout } = await promisify(execFile)('sh', ['-c', `${line} -s -w '\\n%{http_code}'`]);
      expect(stdout.endsWith('\n200'), `${line}\n${stdout}`).toBe(true);
      if (line.includes('/v0/ocr ')) expect(stdout).toContain('Hello 42');
    }
  });

  it('warns about unknown settings once each in the log and on the console, with the nearest name', async () => {
    const service = await start({ QUERN_DATA_DIR: newFolder(), QUERN_RATE_LIMT: '5/m' });
    const warning = 'Unknown setting QUERN_RATE_LIMT; did you mean QUERN_RATE_LIMIT?';
    await service.terminate('SIGTERM');
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('QUERN_RATE_LIMT'));
    expect(lines).toHaveLength(2);
    expect(lines).toContain(warning);
    const logged = lines.find((line) => line.startsWith('{')) ?? '{}';
    expect(JSON.parse(logged)).toMatchObject({ level: 40, msg: warning });
  });

  it('creates a configured key once and grants its credits once', async () => {
    const environment = {
      QUERN_DATA_DIR: newFolder(),
      QUERN_BOOTSTRAP_KEY: `qn_live_${'x'.repeat(36)}`,
      QUERN_BOOTSTRAP_CREDITS: '12',
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
    };
    const first = await start(environment);
    expect(first.output()).not.toContain(environment.QUERN_BOOTSTRAP_KEY);
    const { status } = await call(first, environment.QUERN_BOOTSTRAP_KEY, 'map', { url: site.origin });
    expect(status).toBe(200);
    await first.terminate('SIGTERM');
    const second = await start(environment);
    const reply = await call(second, environment.QUERN_BOOTSTRAP_KEY, 'map', { url: site.origin });
    expect(reply.headers.get('x-credits-remaining')).toBe('2');
  });

  it('rejects invalid settings and names each', async () => {
    const environment = { QUERN_DATA_DIR: newFolder(), QUERN_ROBOTS: 'maybe', QUERN_RETENTION: 'long' };
    await expect(start(environment)).rejects.toThrow(/QUERN_ROBOTS[\s\S]*QUERN_RETENTION/);
  });

  it('reports all invalid settings, without secrets, and quern doctor reports the same', async () => {
    const environment = {
      QUERN_DATA_DIR: newFolder(),
      DATABASE_URL: 'postgres://quern:se@cret@127.0.0.1/quern',
      QUERN_CHROMIUM: '/nope',
    };
    const message = await start(environment).then(String, String);
    const problems = message.split('\n').filter((line) => /^ {2}[A-Z_]+: /.test(line));
    expect(problems.map((line) => line.trim().split(':')[0])).toEqual(['DATABASE_URL', 'QUERN_CHROMIUM']);
    expect(message).not.toContain('cret');
    const env = { ...environmentWithoutSettings(), ...environment };
    const doctor = await promisify(execFile)('node_modules/.bin/quern', ['doctor'], { env }).catch(
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
    expect(doctor).toEqual({ code: 1, stderr: problems.map((line) => `${line.trim()}\n`).join('') });
  });

  it('confirms valid settings with quern doctor, without starting', async () => {
    const folder = newFolder();
    const env = { ...environmentWithoutSettings(), QUERN_DATA_DIR: folder };
    const { stdout } = await promisify(execFile)('node_modules/.bin/quern', ['doctor'], { env });
    expect(stdout).toBe('The settings are valid.\n');
    expect(existsSync(folder)).toBe(false);
  });

  it('names DATABASE_URL without its password if the database cannot be reached', async () => {
    const unused = createServer().listen(0, '127.0.0.1');
    await once(unused, 'listening');
    const { port } = unused.address() as AddressInfo;
    unused.close();
    const environment = {
      QUERN_DATA_DIR: newFolder(),
      DATABASE_URL: `postgres://quern:secret@127.0.0.1:${port}/quern`,
    };
    const message = await start(environment).then(String, String);
    expect(message).toContain(
      `DATABASE_URL: PostgreSQL at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED`,
    );
    expect(message).not.toContain('secret');
  });

  it('prints key and token at the next start if the port was in use at the first', async () => {
    const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const environment = { QUERN_DATA_DIR: newFolder() };
    await expect(spawnService({ port, environment, launcher: 'node' })).rejects.toThrow(/EADDRINUSE/);
    taken.close();
    const service = await start(environment);
    expect(service.output()).toMatch(/qn_live_[0-9A-Za-z]{36}/);
    expect(service.output()).toMatch(/qn_admin_[0-9A-Za-z]+/);
  });

  it('refuses to start in a data directory that another process uses', async () => {
    const folder = newFolder();
    const first = await start({ QUERN_DATA_DIR: folder });
    const second = spawnService({ environment: { QUERN_DATA_DIR: folder }, launcher: 'node' });
    await expect(second).rejects.toThrow(/in use by another Quern process/);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });
});

/** Resolves when the service has requested a page of the site. */
const untilRequested = (site: TestSite) => expect.poll(() => site.hits).not.toEqual([]);

/** Resolves when /readyz returns 503. */
const untilDraining = (service: SpawnedService) =>
  expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);

/** A site that serves its page when `release` is called. */
async function serveLate(): Promise<{ site: TestSite; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const site = await serveSite({
    '/': (_request, response) => void released.then(() => response.end('<p>late</p>')),
  });
  return { site, release };
}

/** Settings of a service that fetches the late page, and drains as long as that takes. */
const patient = () => ({
  QUERN_DATA_DIR: newFolder(),
  QUERN_BOOTSTRAP_KEY: testApiKey,
  QUERN_FETCH_ALLOW: '127.0.0.0/8',
  QUERN_FETCH_TIME: '10m',
  QUERN_DRAIN_TIME: '10m',
  QUERN_ROBOTS: 'ignore',
});

describe('draining', () => {
  for (const through of ['node', 'npm'] as const) {
    it(`finishes running requests, returns 503 for new ones, and exits with 0 after SIGTERM (${through})`, async () => {
      const { site, release } = await serveLate();
      const service = await start(patient(), through);
      const late = call(service, testApiKey, 'scrape', { url: site.origin });
      await untilRequested(site);
      const ended = service.terminate('SIGTERM');
      await untilDraining(service);
      const rejected = await call(service, testApiKey, 'sentiment', { text: 'good' });
      expect(rejected.status).toBe(503);
      expect(rejected.headers.get('retry-after')).toBe('1');
      expect(await rejected.json()).toMatchObject({ code: 'draining' });
      release();
      const answered = await late;
      expect(answered.status).toBe(200);
      expect(answered.headers.get('x-credits-remaining')).toBe('9999');
      expect(await ended).toBe(0);
      await expect(fetch(`${service.url}/livez`)).rejects.toThrow();
      await site.close();
    });
  }

  it('returns the usual error for every request, except health, while requests run', async () => {
    const { site, release } = await serveLate();
    const service = await start({ ...patient(), QUERN_ADMIN_TOKEN: 'admin-token-0123456789' });
    const late = call(service, testApiKey, 'scrape', { url: site.origin });
    await untilRequested(site);
    const ended = service.terminate('SIGTERM');
    await untilDraining(service);
    for (const path of ['/docs', '/openapi.json', '/v0/jobs', '/v0/usage', '/admin/v0/accounts']) {
      const headers = {
        authorization: `Bearer ${path.startsWith('/admin') ? 'admin-token-0123456789' : testApiKey}`,
      };
      const response = await fetch(`${service.url}${path}`, { headers });
      const body = (await response.json()) as Record<string, unknown>;
      expect([path, response.status, body['code']]).toEqual([path, 503, 'draining']);
      expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
    }
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(200);
    release();
    expect((await late).status).toBe(200);
    expect(await ended).toBe(0);
    await site.close();
  });

  it('returns the usual error for a request that is received after it has stopped to listen', async () => {
    const service = await start({ ...patient() });
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /v0/usage HTTP/1.1\r\n');
    // The service has received the first line when it has responded to a later request.
    await fetch(`${service.url}/livez`);
    const ended = service.terminate('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${service.url}/livez`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    socket.write('Host: quern.example.org\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    const body = JSON.parse(text.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;
    expect(body['code']).toBe('draining');
    expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
    expect(await ended).toBe(0);
  });

  it('finishes running requests if SIGTERM is sent twice', async () => {
    const { site, release } = await serveLate();
    const service = await start(patient());
    const late = call(service, testApiKey, 'scrape', { url: site.origin });
    await untilRequested(site);
    service.process.kill('SIGTERM');
    await untilDraining(service);
    const ended = service.terminate('SIGTERM');
    // The process has received both signals when it has responded once more.
    await untilDraining(service);
    release();
    expect((await late).status).toBe(200);
    expect(await ended).toBe(0);
    await site.close();
  });

  it('does not wait for a connection on which a client has sent nothing', async () => {
    const service = await start(patient());
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(client, 'connect');
    // The process has accepted the connection when it has responded to a later one.
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    const closed = once(client, 'close');
    expect(await service.terminate('SIGTERM')).toBe(0);
    client.resume();
    await closed;
  });

  it('aborts requests that exceed the drain time without a charge', async () => {
    const { site } = await serveLate();
    const environment = { ...patient(), QUERN_DRAIN_TIME: '100ms' };
    const service = await start(environment);
    const late = call(service, testApiKey, 'scrape', { url: site.origin });
    await untilRequested(site);
    const ended = service.terminate('SIGTERM');
    expect((await late).status).toBe(503);
    expect(await ended).toBe(0);
    const again = await start(environment);
    const reply = await call(again, testApiKey, 'sentiment', { text: 'good' }, { 'x-dry-run': 'true' });
    expect(await reply.json()).toMatchObject({ data: { balance: 10_000 } });
    await site.close();
  });
});
