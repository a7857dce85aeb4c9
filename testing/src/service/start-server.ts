import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generousLimits } from './generous-limits.ts';
import { spawnService } from './spawn-service.ts';
import { testAdminToken, testApiKey } from './start-test-service.ts';

/** A service for tests of its clients. */
export interface TestServer {
  readonly baseUrl: string;
  /** Key of an account with 10,000 credits. */
  readonly apiKey: string;
  readonly adminToken: string;
  stop(): Promise<void>;
}

/** Starts the service in a child process, on a free loopback port, with an empty data directory. */
export async function startServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quern-clients-'));
  const service = await spawnService({
    launcher: 'node',
    environment: {
      DATABASE_URL: '',
      QUERN_DATA_DIR: dataDir,
      QUERN_BOOTSTRAP_KEY: testApiKey,
      QUERN_BOOTSTRAP_CREDITS: '10000',
      QUERN_ADMIN_TOKEN: testAdminToken,
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
      QUERN_ROBOTS: 'ignore',
      QUERN_OFFLINE: '1',
      ...generousLimits,
      QUERN_LOG_LEVEL: 'warn',
    },
  });
  return {
    baseUrl: service.url,
    apiKey: testApiKey,
    adminToken: testAdminToken,
    stop: async () => {
      await service.terminate('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
