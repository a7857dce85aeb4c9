import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../network/find-free-port.ts';
import { findBinary } from '../requirements.ts';

/** Another program may take a port that was free before PostgreSQL listens on it. */
const portAttemptsMax = 5;

interface UnixUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** A PostgreSQL server for tests, with its default durability. */
export class TestPostgres {
  readonly #launch: () => ChildProcess;
  readonly #folder: string;
  readonly #port: number;
  #server: ChildProcess;
  #databaseCount = 0;

  private constructor(launch: () => ChildProcess, server: ChildProcess, folder: string, port: number) {
    this.#launch = launch;
    this.#server = server;
    this.#folder = folder;
    this.#port = port;
  }

  /** Starts a server on a free loopback port in a temporary directory. */
  static async start(): Promise<TestPostgres> {
    const [initdb, postgres] = [findBinary('initdb'), findBinary('postgres')];
    if (initdb === undefined || postgres === undefined) {
      throw new Error('initdb and postgres are not installed on this machine');
    }
    const user = unprivilegedUser();
    const folder = mkdtempSync(join(tmpdir(), 'quern-pg-'));
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
    const options = { ...user, env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' }, cwd: folder };
    const data = join(folder, 'data');
    execFileSync('cp', ['-R', '-p', initializedCluster(initdb, user), data], { ...options, stdio: 'pipe' });
    let log = '';
    for (let attempt = 0; attempt < portAttemptsMax; attempt += 1) {
      const port = await findFreePort();
      const serverOptions = [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-k',
        folder,
        '-c',
        'max_connections=100',
      ];
      const launch = () =>
        spawn(postgres, ['-D', data, ...serverOptions], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
      const server = launch();
      log = await readUntilReady(server);
      if (server.exitCode === null) return new TestPostgres(launch, server, folder, port);
    }
    throw new Error(`PostgreSQL does not start:\n${log}`);
  }

  /** Creates an empty database and returns its URL. */
  async createDatabase(): Promise<string> {
    this.#databaseCount += 1;
    const name = `quern_${this.#databaseCount}`;
    await execute(this.#url('postgres'), `CREATE DATABASE ${name}`);
    return this.#url(name);
  }

  /**
   * Stops the server, disconnecting its clients, and keeps its data.
   *
   * @param how `fast`: running transactions are rolled back; `immediate`: as if it had crashed, so the next start recovers
   */
  async shutDown(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const exited = once(this.#server, 'exit');
    this.#server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await exited;
  }

  /** Starts the server again after `shutDown`, with the same URLs. Resolves when it accepts connections. */
  async restart(): Promise<void> {
    this.#server = this.#launch();
    const log = await readUntilReady(this.#server);
    if (this.#server.exitCode !== null) throw new Error(`PostgreSQL does not start again:\n${log}`);
  }

  /** Stops the server, disconnecting its clients, and deletes its data. */
  async stop(): Promise<void> {
    if (this.#server.exitCode === null) await this.shutDown();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #url(database: string): string {
    return `postgres://quern@127.0.0.1:${this.#port}/${database}`;
  }
}

/**
 * Initializes a database cluster in the temporary folder, once: later calls find it there, also those of other processes. To
 * copy it takes a tenth of the time.
 *
 * @returns its folder
 */
function initializedCluster(initdb: string, user: UnixUser): string {
  const options = { ...user, env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' }, stdio: 'pipe' as const };
  const version = execFileSync(initdb, ['--version'], { ...options, cwd: '/' })
    .toString()
    .replaceAll(/[^\w.]+/g, '-');
  const folder = join(tmpdir(), `quern-cluster-${version}${user.uid ?? process.getuid?.() ?? ''}`);
  if (existsSync(folder)) return folder;
  // An interrupted initialization must not be taken for a complete one.
  const part = mkdtempSync(`${folder}.part-`);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(part, user.uid, user.gid);
  const initOptions = ['-U', 'quern', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(initdb, ['-D', part, ...initOptions], { ...options, cwd: part });
  try {
    renameSync(part, folder);
  } catch (error) {
    // Another process was first.
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Reads the log of a server until it accepts connections or exits. */
async function readUntilReady(server: ChildProcess): Promise<string> {
  let log = '';
  const ready = new Promise<void>((resolve) => {
    // Further output is read and dropped: a full pipe would block the server.
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  await Promise.race([ready, once(server, 'exit')]);
  return log;
}

/** Starts a PostgreSQL server; throws an Error if it is not installed. */
export const startPostgres = (): Promise<TestPostgres> => TestPostgres.start();

/** PostgreSQL refuses to run as root: then it runs as the user `postgres` or `nobody`. */
function unprivilegedUser(): UnixUser {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, user], { stdio: 'pipe' }).toString());
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // The user does not exist; the next one may.
    }
  }
  throw new Error('running as root, and there is no user postgres or nobody to run PostgreSQL as');
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
