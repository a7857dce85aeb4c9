import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../repository-root.ts';

export interface SpawnedService {
  readonly url: string;
  readonly process: ChildProcess;
  /** Milliseconds from the spawn to the first 200 of /readyz. */
  readonly readyMs: number;
  output(): string;
  /** Sends a signal and resolves with the exit code when the process is gone. */
  terminate(signal: NodeJS.Signals): Promise<number | null>;
}

export interface SpawnOptions {
  readonly port: number;
  readonly environment: Record<string, string>;
  /** `npm start` as the README says, or the process itself, which a test can kill. */
  readonly launcher: 'npm' | 'node';
}

/** Starts the service as a process of its own and waits until it is ready. */
export async function spawnService({
  port,
  environment,
  launcher: through,
}: SpawnOptions): Promise<SpawnedService> {
  const { NODE_OPTIONS: _inherited, ...own } = process.env;
  const [command, args] =
    through === 'npm'
      ? ['npm', ['start', '--silent']]
      : [process.execPath, ['--conditions=source', 'apps/server/bin/start.mjs']];
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    env: { ...own, PORT: String(port), HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the service ended:\n${output}`);
    if (performance.now() - startedAt > 60_000)
      throw new Error(`the service was not ready in 60 s:\n${output}`);
    await sleep(20);
  }
  const readyMs = performance.now() - startedAt;
  return {
    url,
    process: child,
    readyMs,
    output: () => output,
    terminate: async (signal) => {
      child.kill(signal);
      const [code] = await exited;
      return typeof code === 'number' ? code : null;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
