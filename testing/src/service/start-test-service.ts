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

/** Key of the bootstrap account of every test service. */
export const testApiKey = 'test-key-0123456789-0123456789-0123456789';
/** Admin token of every test service. */
export const testAdminToken = 'test-admin-token-0123456789';

type Headers = Readonly<Record<string, string>>;

/** The service in the process of the test. */
export class TestService {
  readonly url: string;
  /** The log so far, one JSON object per line. */
  readonly logLines: readonly string[];
  readonly #running: RunningService;
  readonly #dataDir: string;

  private constructor(running: RunningService, dataDir: string, logLines: readonly string[]) {
    this.url = running.url;
    this.logLines = logLines;
    this.#running = running;
    this.#dataDir = dataDir;
  }

  /** Starts the service on a free port with its own data directory and a bootstrap key. */
  static async start(settings: Headers, overrides: ServiceOverrides): Promise<TestService> {
    const dataDir = mkdtempSync(join(tmpdir(), 'quern-data-'));
    const logLines: string[] = [];
    const config = readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      QUERN_DATA_DIR: dataDir,
      QUERN_BOOTSTRAP_KEY: testApiKey,
      QUERN_ADMIN_TOKEN: testAdminToken,
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
      QUERN_OFFLINE: '1',
      ...settings,
    });
    const log = pino({ level: 'info', base: null }, { write: (line: string) => void logLines.push(line) });
    try {
      return new TestService(await startService(config, log, overrides), dataDir, logLines);
    } catch (error) {
      rmSync(dataDir, { recursive: true, force: true });
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

  /** Credits of the bootstrap account. */
  async balance(): Promise<number> {
    const response = await this.post('sentiment', { text: 'balance' }, { 'x-dry-run': 'true' });
    const { data } = (await response.json()) as { data: { balance: number } };
    return data.balance;
  }

  /** Finishes running requests and closes the service, but keeps its data directory. */
  async drain(): Promise<void> {
    await this.#running.drain();
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
