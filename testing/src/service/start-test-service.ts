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

export const testApiKey = 'test-key-0123456789-0123456789-0123456789';
export const testAdminToken = 'test-admin-token-0123456789';

export interface TestService extends RunningService {
  readonly logLines: readonly string[];
  post(operation: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  postForm(parts: Record<string, string | File>, headers?: Record<string, string>): Promise<Response>;
  adminRequest(method: string, path: string, body?: unknown): Promise<Response>;
  balance(): Promise<number>;
  stop(): Promise<void>;
}

/** The whole service in this process, on a free port, with a data folder of its own and a bootstrap key. */
export async function startTestService(
  settings: Record<string, string> = {},
  parts: ServiceOverrides = {},
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-data-'));
  const logLines: string[] = [];
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    QUERN_DATA_DIR: folder,
    QUERN_BOOTSTRAP_KEY: testApiKey,
    QUERN_ADMIN_TOKEN: testAdminToken,
    QUERN_FETCH_ALLOW: '127.0.0.0/8',
    QUERN_OFFLINE: '1',
    ...settings,
  });
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void logLines.push(line) });
  const service = await startService(config, log, parts);
  const send = (path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> =>
    fetch(`${service.url}${path}`, init);
  const authorization = `Bearer ${testApiKey}`;
  return {
    ...service,
    logLines,
    post: (operation, body, headers = {}) =>
      send(`/v0/${operation}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    postForm: (parts, headers = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(parts)) body.append(name, value);
      return send('/v0/summarize', { method: 'POST', headers: { authorization, ...headers }, body });
    },
    adminRequest: (method, path, body) =>
      send(`/admin/v0${path}`, {
        method,
        headers: { authorization: `Bearer ${testAdminToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    balance: async () => {
      const response = await send('/v0/sentiment', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'x-dry-run': 'true' },
        body: JSON.stringify({ text: 'balance' }),
      });
      const body = (await response.json()) as { data: { balance: number } };
      return body.data.balance;
    },
    stop: async () => {
      await service.drain();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
