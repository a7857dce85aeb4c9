import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../repository-root.ts';

const startTimeoutMs = 60_000;
const pollIntervalMs = 20;

export interface SpawnOptions {
  readonly port: number;
  readonly environment: Record<string, string>;
  /** `npm start` as in the README, or `node`, a process that a test can kill directly. */
  readonly launcher: 'npm' | 'node';
}

/** The service in a child process. */
export class SpawnedService {
  readonly url: string;
  readonly process: ChildProcess;
  readonly #exited: Promise<unknown[]>;
  readonly #startedAt = performance.now();
  #output = '';
  #readyMs = Number.NaN;

  constructor({ port, environment, launcher }: SpawnOptions) {
    const { NODE_OPTIONS: _inherited, ...inherited } = process.env;
    const [command, args] =
      launcher === 'npm'
        ? ['npm', ['start', '--silent']]
        : [process.execPath, ['--conditions=source', 'apps/server/bin/start.mjs']];
    const child = spawn(command, args, {
      cwd: repositoryRoot,
      env: { ...inherited, PORT: String(port), HOST: '127.0.0.1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    }
    this.process = child;
    this.url = `http://127.0.0.1:${port}`;
    this.#exited = once(child, 'exit');
  }

  /** Milliseconds from the spawn to the first 200 of /readyz. */
  get readyMs(): number {
    return this.#readyMs;
  }

  /** Output of the process so far, stdout and stderr together. */
  output(): string {
    return this.#output;
  }

  /** Resolves when /readyz returns 200. Throws an Error with the output if the process exits or is too slow. */
  async waitUntilReady(): Promise<void> {
    while (!(await this.#isReady())) {
      if (this.process.exitCode !== null || this.process.signalCode !== null) {
        throw new Error(`the service exited:\n${this.#output}`);
      }
      if (performance.now() - this.#startedAt > startTimeoutMs) {
        throw new Error(`the service was not ready within ${startTimeoutMs / 1000} s:\n${this.#output}`);
      }
      await sleep(pollIntervalMs);
    }
    this.#readyMs = performance.now() - this.#startedAt;
  }

  /** Sends a signal and resolves with the exit code when the process has exited; null if a signal ended it. */
  async terminate(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    const [code] = await this.#exited;
    return typeof code === 'number' ? code : null;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).status === 200;
    } catch {
      return false;
    }
  }
}

/** Starts the service in a child process and waits until it is ready. */
export async function spawnService(options: SpawnOptions): Promise<SpawnedService> {
  const service = new SpawnedService(options);
  await service.waitUntilReady();
  return service;
}
