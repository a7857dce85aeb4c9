import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../repository-root.ts';
import { keepLog } from './service-logs.ts';

/** Less than the time limit of a hook, so that a start that hangs is reported with its output. */
const startTimeoutMs = 100_000;
const pollIntervalMs = 20;
/** The variable that names the launcher of the compiled service, where test files share one. */
export const compiledServiceVariable = 'QUERN_TEST_SERVICE';
/** Path in a checkout of the program that starts the service from its sources. */
const sourceLauncher = 'apps/server/bin/start.mjs';
/** The line of the startup banner that names the address. */
const addressPattern = /^Quern .*? on (http:\/\/[^\s;]+)/m;

/** The program that starts the service: the compiled one where test files share it. A path, also in `repositoryRoot`. */
export function serviceLauncher(): string {
  return process.env[compiledServiceVariable] ?? sourceLauncher;
}

export interface SpawnOptions {
  /** By default a free one, which `url` names after the start. */
  readonly port?: number;
  readonly environment: Readonly<Record<string, string>>;
  /**
   * `npm start` as in the README, or `node`, a process that a test can kill directly; it runs the compiled service where
   * test files share one.
   */
  readonly launcher: 'npm' | 'node';
  /** Folder of the checkout that is started; by default this one. */
  readonly folder?: string;
}

/** The service in a child process. */
export class SpawnedService {
  readonly process: ChildProcess;
  /** The exit code, once the output is complete. */
  readonly #ended: Promise<number | null>;
  readonly #startedAt = performance.now();
  readonly #printing = new EventEmitter();
  readonly #forgetLog: () => void;
  #output = '';
  #url = '';
  #readyMs = Number.NaN;

  constructor({ port = 0, environment, launcher, folder = repositoryRoot }: SpawnOptions) {
    const { NODE_OPTIONS: _condition, QUERN_SOAK_MINUTES: _minutes, ...inherited } = process.env;
    delete inherited[compiledServiceVariable];
    const [command, ...args]: readonly [string, ...string[]] =
      launcher === 'npm'
        ? ['npm', 'start', '--silent']
        : [
            process.execPath,
            '--conditions=source',
            folder === repositoryRoot ? serviceLauncher() : sourceLauncher,
          ];
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...inherited, PORT: String(port), HOST: '127.0.0.1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
        this.#printing.emit('output');
      });
    }
    this.process = child;
    this.#ended = waitForEnd(child);
    this.#forgetLog = keepLog(`process ${child.pid}`, () => this.#output);
  }

  /** Where the service listens; empty until it is ready. */
  get url(): string {
    return this.#url;
  }

  /** Milliseconds from the spawn to the first 200 of /readyz. */
  get readyMs(): number {
    return this.#readyMs;
  }

  /** Output of the process so far, stdout and stderr together. */
  output(): string {
    return this.#output;
  }

  /**
   * Waits until a part of the output has been written.
   *
   * @throws Error with the output if the process exits before
   */
  async untilPrinted(part: string | RegExp): Promise<void> {
    const isPrinted = (): boolean =>
      typeof part === 'string' ? this.#output.includes(part) : part.test(this.#output);
    const { promise: printed, resolve } = Promise.withResolvers<void>();
    const check = (): void => {
      if (isPrinted()) resolve();
    };
    check();
    this.#printing.on('output', check);
    await Promise.race([printed, this.#ended]);
    this.#printing.off('output', check);
    if (!isPrinted()) throw new Error(`the service exited:\n${this.#output}`);
  }

  /** Resolves when /readyz returns 200. Throws an Error with the output if the process exits or is too slow. */
  async waitUntilReady(): Promise<void> {
    const timer = setTimeout(() => this.process.kill('SIGKILL'), startTimeoutMs);
    await this.untilPrinted(addressPattern).finally(() => clearTimeout(timer));
    this.#url = addressPattern.exec(this.#output)?.[1] ?? '';
    while (!(await this.#isReady())) {
      if (this.process.exitCode !== null || performance.now() - this.#startedAt > startTimeoutMs) {
        throw new Error(`the service did not become ready:\n${this.#output}`);
      }
      await sleep(pollIntervalMs);
    }
    this.#readyMs = performance.now() - this.#startedAt;
  }

  /** Sends a signal and resolves with the exit code when the process has exited; null if a signal ended it. */
  async terminate(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    const code = await this.#ended;
    this.#forgetLog();
    return code;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).status === 200;
    } catch {
      return false;
    }
  }
}

/** A process that the killed one has started may keep its output open. */
const outputGraceMs = 1000;

async function waitForEnd(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  await Promise.race([closed, sleep(outputGraceMs, undefined, { ref: false })]);
  return code;
}

/** Starts the service in a child process and waits until it is ready. */
export async function spawnService(options: SpawnOptions): Promise<SpawnedService> {
  const service = new SpawnedService(options);
  await service.waitUntilReady();
  return service;
}
