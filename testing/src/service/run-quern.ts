import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';

/** The program of the command. */
export const quernLauncher = join(repositoryRoot, 'packages/cli/bin/quern.mjs');
/** The sources are compiled by the first run only. */
const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };

/** How a command ended. */
export interface QuernRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is run. */
export interface RunQuernOptions {
  /** Settings, such as QUERN_URL and QUERN_API_KEY. */
  readonly settings: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** By default there is none. */
  readonly stdin?: string | Uint8Array | undefined;
}

/** Runs the command `quern` as a user does: in a child process, with settings in its environment. */
export function runQuern(
  args: readonly string[],
  { settings, cwd, stdin }: RunQuernOptions,
): Promise<QuernRun> {
  const { NODE_OPTIONS: _condition, ...environment } = process.env;
  const child = spawn(process.execPath, [quernLauncher, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...environment, ...compileCache, ...settings },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin?.on('error', () => undefined).end(stdin);
  return new Promise((ended) => child.once('close', (code) => ended({ code, stdout, stderr })));
}
