import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve(import.meta.dirname, '../../../apps/server/bin/start.mjs');

export interface TestServer {
  readonly baseUrl: string;
  /** Of an account with 10,000 credits. */
  readonly apiKey: string;
  readonly adminToken: string;
  stop(): Promise<void>;
}

/** The real service as a process of its own, on a free port of this machine, with an empty data folder. */
export async function startServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quern-clients-'));
  const apiKey = 'a-key-of-these-tests-0123456789abcdef';
  const adminToken = 'an-admin-token-of-these-tests';
  const child = spawn(process.execPath, ['--conditions=source', script], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      QUERN_DATA_DIR: dataDir,
      QUERN_BOOTSTRAP_KEY: apiKey,
      QUERN_BOOTSTRAP_CREDITS: '10000',
      QUERN_ADMIN_TOKEN: adminToken,
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
      QUERN_ROBOTS: 'ignore',
      QUERN_OFFLINE: '1',
      QUERN_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  let output = '';
  const baseUrl = await new Promise<string>((found, fail) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /listens on (http:\S+?)(?:\s|$)/.exec(output)?.[1];
      if (address !== undefined) found(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => fail(new Error(`the service did not start:\n${output}`)));
  });
  return { baseUrl, apiKey, adminToken, stop };
}
