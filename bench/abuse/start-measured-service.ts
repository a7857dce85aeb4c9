import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@quern/testing/network/find-free-port';
import { spawnService } from '@quern/testing/service/spawn-service';
import { residentMb } from '../resident-memory.ts';

const adminToken = 'bench-admin-token-0123456789';

/** A running service and what the scenarios need of it. */
export interface MeasuredService {
  readonly url: string;
  readonly port: number;
  /** Creates an account with credits and returns a key for it. */
  createKey(name: string): Promise<string>;
  /** Resident memory of the process in MiB. */
  residentMb(): number;
  /** Kills the process and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the service as a separate process, without rate limits, with an empty data directory and all engines loaded.
 *
 * @param environment settings that replace the defaults
 */
export async function startMeasuredService(
  environment: Record<string, string> = {},
): Promise<MeasuredService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quern-abuse-'));
  const port = await findFreePort();
  const service = await spawnService({
    port,
    launcher: 'node',
    environment: {
      QUERN_DATA_DIR: dataDir,
      QUERN_ADMIN_TOKEN: adminToken,
      QUERN_RATE_LIMIT: 'off',
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
      QUERN_CHROMIUM: 'off',
      QUERN_OFFLINE: '1',
      QUERN_PRELOAD: 'all',
      QUERN_LOG_LEVEL: 'error',
      ...environment,
    },
  });
  const admin = async (path: string, body: object): Promise<Record<string, Record<string, string>>> => {
    const response = await fetch(`${service.url}/admin/v0${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, Record<string, string>>;
  };
  return {
    url: service.url,
    port,
    createKey: async (name) => {
      const { account } = await admin('/accounts', { name, credits: 1_000_000 });
      const { key } = await admin('/keys', { accountId: account?.['id'], name });
      return key?.['key'] ?? '';
    },
    residentMb: () => residentMb(service.process.pid ?? 'self'),
    stop: async () => {
      await service.terminate('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
