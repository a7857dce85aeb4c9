import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import {
  type RunningService,
  type ServiceOverrides,
  startService,
} from '../../../apps/server/src/composition/compose-service.ts';
import { readConfig } from '../../../apps/server/src/config.ts';
import { generousLimits } from './generous-limits.ts';
import { keepLog } from './service-logs.ts';
import { sharedThreads } from './shared-threads.ts';

/** Key of the bootstrap account of every test service. */
export const testApiKey = 'test-key-0123456789-0123456789-0123456789';
/** Admin token of every test service. */
export const testAdminToken = 'test-admin-token-0123456789';

type Headers = Readonly<Record<string, string>>;

/** The lines that a service logs, which are printed when a test fails. */
class TestLog {
  readonly lines: string[] = [];
  readonly #waiting = new Set<() => void>();
  readonly forget = keepLog('this process', () => this.lines.join(''));

  /** Called by the logger. */
  write(line: string): void {
    this.lines.push(line);
    for (const check of this.#waiting) check();
  }

  untilLogged(text: string, from: number): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!this.lines.some((line, index) => index >= from && line.includes(text))) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }
}

/** The service in the process of the test. */
export class TestService {
  readonly url: string;
  readonly #log: TestLog;
  readonly #running: RunningService;
  readonly #dataDir: string;

  private constructor(running: RunningService, dataDir: string, log: TestLog) {
    this.url = running.url;
    this.#log = log;
    this.#running = running;
    this.#dataDir = dataDir;
  }

  /** The log so far, one JSON object per line. */
  get logLines(): readonly string[] {
    return this.#log.lines;
  }

  /**
   * Waits until a line with a text is logged.
   *
   * @param from number of the line to begin with; by default the first
   */
  untilLogged(text: string, from = 0): Promise<void> {
    return this.#log.untilLogged(text, from);
  }

  /** Starts the service on a free port with its own data directory, a bootstrap key and limits without effect. */
  static async start(settings: Headers, overrides: ServiceOverrides): Promise<TestService> {
    const dataDir = mkdtempSync(join(tmpdir(), 'quern-data-'));
    const log = new TestLog();
    const config = readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      QUERN_DATA_DIR: dataDir,
      QUERN_BOOTSTRAP_KEY: testApiKey,
      QUERN_ADMIN_TOKEN: testAdminToken,
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
      QUERN_OFFLINE: '1',
      ...generousLimits,
      ...settings,
    });
    const logger = pino({ level: 'info', base: null }, log);
    try {
      // A service with a number of threads has its own.
      const threads = settings['QUERN_ENGINE_THREADS'] === undefined ? sharedThreads() : undefined;
      const running = await startService(config, logger, {
        ...(threads && { sharedThreads: threads }),
        ...overrides,
      });
      return new TestService(running, dataDir, log);
    } catch (error) {
      rmSync(dataDir, { recursive: true, force: true });
      console.error(`log of the service that did not start:\n${log.lines.join('')}`);
      throw error;
    }
  }

  /**
   * Calls an operation with the bootstrap key.
   *
   * @param body A value to encode as JSON, or the text of the body.
   */
  post(operation: string, body: unknown, headers: Headers = {}): Promise<Response> {
    return fetch(`${this.url}/v0/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** Calls `summarize` with a form. */
  postForm(parts: Readonly<Record<string, string | File>>, headers: Headers = {}): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts)) body.append(name, value);
    return fetch(`${this.url}/v0/summarize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, ...headers },
      body,
    });
  }

  /** Sends a request to the admin API with the admin token. */
  adminRequest(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}/admin/v0${path}`, {
      method,
      headers: { authorization: `Bearer ${testAdminToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** The id of the account of the bootstrap key. Accounts are listed by their ids, which are random. */
  async bootstrapAccountId(): Promise<string> {
    const response = await this.adminRequest('GET', '/accounts?limit=1000');
    const { accounts } = (await response.json()) as { accounts: { id: string; name: string }[] };
    const bootstrap = accounts.find(({ name }) => name === 'bootstrap');
    if (bootstrap === undefined) throw new Error('the service has no bootstrap account');
    return bootstrap.id;
  }

  /** Credits of the bootstrap account. */
  async balance(): Promise<number> {
    const response = await this.post('sentiment', { text: 'balance' }, { 'x-dry-run': 'true' });
    const { data } = (await response.json()) as { data: { balance: number } };
    return data.balance;
  }

  /**
   * Reads a metric.
   *
   * @param name with its labels, such as `quern_work_running{operation="ocr"}`
   * @returns 0 if it has no value yet
   */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return Number(line?.slice(name.length) ?? 0);
  }

  /** Finishes running requests and closes the service, but keeps its data directory. */
  async drain(): Promise<void> {
    await this.#running.drain();
    this.#log.forget();
  }

  /** Drains the service and deletes its data directory. */
  async stop(): Promise<void> {
    await this.drain();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** Starts the service in this process; settings override those of tests. */
export function startTestService(
  settings: Headers = {},
  overrides: ServiceOverrides = {},
): Promise<TestService> {
  return TestService.start(settings, overrides);
}
