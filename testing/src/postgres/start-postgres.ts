import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../network/find-free-port.ts';
import { findBinary } from '../requirements.ts';

export interface TestPostgres {
  /** A new, empty database. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** The server refuses to run as root: then it runs as the user `postgres` or `nobody`. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, user], { stdio: 'pipe' }).toString());
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This user is not on the machine; the next one may be.
    }
  }
  throw new Error('running as root, and there is no user postgres or nobody to run PostgreSQL as');
}

/** Starts a real PostgreSQL on loopback in a folder of its own, with its default durability. */
export async function startPostgres(): Promise<TestPostgres> {
  const [initdb, postgres] = [findBinary('initdb'), findBinary('postgres')];
  if (initdb === undefined || postgres === undefined)
    throw new Error('initdb and postgres are not on this machine');
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'quern-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const environment = { PATH: process.env['PATH'], LANG: 'C.UTF-8' };
  execFileSync(
    initdb,
    ['-D', join(folder, 'data'), '-U', 'quern', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...user,
      env: environment,
      cwd: folder,
      stdio: 'pipe',
    },
  );
  const port = await findFreePort();
  const server = spawn(
    postgres,
    [
      '-D',
      join(folder, 'data'),
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'max_connections=100',
    ],
    { ...user, env: environment, cwd: folder, stdio: 'ignore' },
  );
  const url = (database: string): string => `postgres://quern@127.0.0.1:${port}/${database}`;
  await untilReady(url('postgres'), server);
  let databases = 0;
  return {
    createDatabase: async () => {
      databases += 1;
      const name = `quern_${databases}`;
      await execute(url('postgres'), `CREATE DATABASE ${name}`);
      return url(name);
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    try {
      await execute(url, 'SELECT 1');
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('PostgreSQL did not become ready in 20 s');
}
