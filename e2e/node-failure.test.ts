import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { type SpawnedService, spawnService } from '@quern/testing/service/spawn-service';
import { testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';

const granted = 100;

describe.skipIf(isMissing('postgres'))(
  'two nodes on one PostgreSQL (needs postgres and initdb)',
  { concurrent: true },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'quern-death-'));
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('free the idempotency key of a killed node, without a charge', async ({ expect }) => {
      await withNodes(server, folder, async ({ nodes: [first, second], scrape, site, database }) => {
        const lost = scrape(first).catch(() => 'lost');
        await expect.poll(() => site.hits).toHaveLength(1);
        expect((await scrape(second)).status).toBe(409);
        await first.terminate('SIGKILL');
        expect(await lost).toBe('lost');
        site.release();
        await expect.poll(() => database.reservations(), { timeout: 100_000 }).toBe(0);
        expect((await scrape(second)).status).toBe(200);
        expect(await database.balance()).toEqual([{ available: granted - 1, held: 0 }]);
        expect(await database.nodes()).toBe(1);
      });
    });

    it('return 503 and charge nothing on a node that was suspended and considered dead', async ({
      expect,
    }) => {
      await withNodes(server, folder, async ({ nodes: [first], scrape, site, database }) => {
        const slow = scrape(first);
        await expect.poll(() => site.hits).toHaveLength(1);
        first.process.kill('SIGSTOP');
        await expect.poll(() => database.reservations(), { timeout: 100_000 }).toBe(0);
        first.process.kill('SIGCONT');
        site.release();
        const response = await slow;
        expect(response.status).toBe(503);
        expect(response.headers.get('retry-after')).toBe('1');
        expect(await response.json()).toMatchObject({ code: 'overloaded' });
        expect(await database.balance()).toEqual([{ available: granted, held: 0 }]);
        expect((await scrape(first)).status).toBe(200);
        expect(await database.balance()).toEqual([{ available: granted - 1, held: 0 }]);
        await expect.poll(() => database.nodes()).toBe(2);
      });
    });
  },
);

/** Two nodes, the site whose page their requests wait for, and their database. */
interface Cluster {
  readonly nodes: readonly [SpawnedService, SpawnedService];
  readonly site: HeldSite;
  readonly database: ClusterDatabase;
  /** Sends a request with the same Idempotency-Key as all others. */
  readonly scrape: (node: SpawnedService) => Promise<Response>;
}

async function withNodes(
  server: TestPostgres,
  folder: string,
  work: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const url = await server.createDatabase();
  const environment = {
    DATABASE_URL: url,
    QUERN_DATA_DIR: folder,
    QUERN_BOOTSTRAP_KEY: testApiKey,
    QUERN_BOOTSTRAP_CREDITS: String(granted),
    QUERN_FETCH_ALLOW: '127.0.0.0/8',
    QUERN_FETCH_TIME: '10m',
    QUERN_ROBOTS: 'ignore',
  };
  const start = () => spawnService({ environment, launcher: 'node' });
  const nodes = [await start(), await start()] as const;
  const [site, database] = [await HeldSite.serve(), await ClusterDatabase.connect(url)];
  const scrape = (node: SpawnedService): Promise<Response> =>
    fetch(`${node.url}/v0/scrape`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testApiKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'in-flight',
      },
      body: JSON.stringify({ url: site.origin }),
    });
  try {
    await work({ nodes, site, database, scrape });
  } finally {
    await Promise.all(nodes.map((node) => node.terminate('SIGKILL')));
    await Promise.all([site.close(), database.close()]);
  }
}

/** A site whose page is served when it is released. */
class HeldSite {
  readonly #site: TestSite;
  readonly #released: PromiseWithResolvers<void>;

  private constructor(site: TestSite, released: PromiseWithResolvers<void>) {
    this.#site = site;
    this.#released = released;
  }

  static async serve(): Promise<HeldSite> {
    const released = Promise.withResolvers<void>();
    const site = await serveSite({
      '/': (_request, response) => void released.promise.then(() => response.end('<p>late</p>')),
    });
    return new HeldSite(site, released);
  }

  get origin(): string {
    return this.#site.origin;
  }

  get hits(): readonly string[] {
    return this.#site.hits;
  }

  release(): void {
    this.#released.resolve();
  }

  close(): Promise<void> {
    return this.#site.close();
  }
}

class ClusterDatabase {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<ClusterDatabase> {
    const client = new pg.Client(url);
    await client.connect();
    return new ClusterDatabase(client);
  }

  reservations(): Promise<number> {
    return this.#count('reservations');
  }

  nodes(): Promise<number> {
    return this.#count('nodes');
  }

  async balance(): Promise<unknown[]> {
    return (await this.#client.query('SELECT available::int, held::int FROM accounts')).rows;
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async #count(table: string): Promise<number> {
    const { rows } = await this.#client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
    return Number(rows[0]?.count);
  }
}
