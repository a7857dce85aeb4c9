import { MixedLoad, type Refusal } from '@quern/testing/cluster/mixed-load';
import { clusterCredits, TestCluster } from '@quern/testing/cluster/test-cluster';
import { verifyCharges } from '@quern/testing/cluster/verify-charges';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { installCommit } from '@quern/testing/service/install-commit';
import type { SpawnedService } from '@quern/testing/service/spawn-service';
import { reportCounts } from '@quern/testing/soak/counts';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The last commit before roles and group commit, whose schema is older by three migrations. */
const earlierCommit = 'a7c46bad';
const clients = 12;
const nodeCount = 2;
/** Successes with each combination of nodes. */
const successesBetween = 300;
const kinds = ['sentiment', 'entities', 'sentiment', 'long', 'replay', 'page', 'job', 'invalid'] as const;
/** How the nodes of that commit fail when a migration adds columns. Later ones prepare their statements again. */
const staleStatement = /cached plan must not change result type/;

const installTimeoutMs = 600_000;

type Counts = Readonly<Record<string, number>>;

const isDraining = ({ status, code }: Refusal): boolean => status === 503 && code === 'draining';

/** Lines of a log that report the error of a request. */
function errorsOf(service: SpawnedService): string[] {
  return service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":50,'));
}

describe.skipIf(isMissing('postgres'))('a rolling upgrade (needs postgres, initdb and npm)', () => {
  let folder: string;
  let server: TestPostgres;
  let site: TestSite;
  beforeAll(async () => {
    folder = installCommit(earlierCommit);
    server = await startPostgres();
    site = await serveSite(() => '<main><h1>Mill</h1><p>The old mill grinds the grain.</p></main>');
  }, installTimeoutMs);
  afterAll(async () => {
    await site.close();
    await server.stop();
  });

  /** Runs the load on a cluster during some work, and compares the ledger with its requests. */
  async function underLoad(
    work: (cluster: TestCluster, load: () => MixedLoad, databaseUrl: string) => Promise<Counts>,
  ): Promise<Counts> {
    const url = await server.createDatabase();
    const cluster = new TestCluster(url);
    const { apiKey } = cluster;
    const { origin } = site;
    let load: MixedLoad | undefined;
    const start = (): MixedLoad => {
      load ??= new MixedLoad({ apiKey, clients, kinds, origin, urls: () => cluster.urls });
      return load;
    };
    try {
      const counts = await work(cluster, start, url);
      const { unexpected, requestIds } = start();
      expect(unexpected).toEqual([]);
      const { charged } = start().counts;
      const ledger = await verifyCharges(url, { granted: clusterCredits, charged, requestIds });
      expect(await cluster.drain()).toEqual(Array.from({ length: nodeCount }, () => 0));
      return { ...counts, ...start().counts, ...ledger };
    } finally {
      await cluster.close();
    }
  }

  it(`from ${earlierCommit} loses nothing, charges nothing twice, and refuses only at nodes that drain`, async ({
    task,
  }) => {
    const counts = await underLoad(async (cluster, start) => {
      const earlier: SpawnedService[] = [];
      for (let node = 0; node < nodeCount; node += 1) {
        earlier.push(await cluster.start(`earlier-${node}`, { folder }));
      }
      const load = start();
      await load.acknowledged(successesBetween);
      for (let node = 0; node < nodeCount; node += 1) {
        await cluster.start(`new-${node}`);
        await load.acknowledged(successesBetween);
        if (node === 0) {
          await expect(cluster.start('late', { folder })).rejects.toThrow(/written by a newer Quern/);
        }
        expect(await cluster.end(`earlier-${node}`, 'SIGTERM')).toBe(0);
        await load.acknowledged(successesBetween);
      }
      await load.stop();
      const errors = load.refusals.filter((refusal) => !isDraining(refusal));
      const urls = new Set(earlier.map(({ url }) => url));
      expect(errors.filter(({ url }) => !urls.has(url))).toEqual([]);
      const logged = earlier.flatMap(errorsOf);
      expect(logged.filter((line) => !staleStatement.test(line))).toEqual([]);
      return { nodesReplaced: nodeCount, staleStatementErrorsOfEarlierNodes: errors.length };
    });
    reportCounts(task, counts);
  });

  it('to a schema with further columns causes no errors in nodes that are running', async ({ task }) => {
    const counts = await underLoad(async (cluster, start, databaseUrl) => {
      for (let node = 0; node < nodeCount; node += 1) await cluster.start(`node-${node}`);
      const load = start();
      await load.acknowledged(successesBetween);
      const client = new pg.Client(databaseUrl);
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
      );
      for (const { name } of rows) {
        await client.query(`ALTER TABLE ${name} ADD COLUMN of_a_later_version INT`);
        await load.acknowledged(clients);
      }
      await client.end();
      await load.acknowledged(successesBetween);
      await load.stop();
      expect(load.refusals).toEqual([]);
      expect(load.counts.interrupted).toBe(0);
      return { tablesChanged: rows.length };
    });
    reportCounts(task, counts);
  });
});
