import { setTimeout as sleep } from 'node:timers/promises';
import { MixedLoad } from '@quern/testing/cluster/mixed-load';
import { type ClusterNodeOptions, clusterCredits, TestCluster } from '@quern/testing/cluster/test-cluster';
import { verifyCharges } from '@quern/testing/cluster/verify-charges';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { reportCounts } from '@quern/testing/soak/counts';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Each round stops the database, or suspends a node, for this long. */
const outageMs = 10_000;
const recoveryMaxMs = 2000;
const minutesPerTest = soakMinutes(5) / 3;
const roundsMin = 2;
const clients = 12;
/** Successes between two outages. */
const successesBetween = 100;
const kinds = ['sentiment', 'entities', 'sentiment', 'long', 'replay', 'page', 'job', 'invalid'] as const;

interface Setup {
  readonly cluster: TestCluster;
  readonly load: MixedLoad;
}

type Counts = Readonly<Record<string, number>>;

describe.skipIf(isMissing('postgres'))('nodes whose PostgreSQL is away (needs postgres and initdb)', () => {
  let server: TestPostgres;
  let site: TestSite;
  beforeAll(async () => {
    server = await startPostgres();
    site = await serveSite(() => '<main><h1>Mill</h1><p>The old mill grinds the grain.</p></main>');
  });
  afterAll(async () => {
    await site.close();
    await server.stop();
  });

  /** Runs the load on nodes during some work, and compares the ledger with its requests. */
  async function underLoad(
    nodes: ReadonlyMap<string, ClusterNodeOptions>,
    work: (setup: Setup) => Promise<Counts>,
  ): Promise<Counts> {
    const url = await server.createDatabase();
    const cluster = new TestCluster(url);
    try {
      for (const [name, options] of nodes) await cluster.start(name, options);
      const { apiKey } = cluster;
      const load = new MixedLoad({ apiKey, clients, kinds, origin: site.origin, urls: () => cluster.urls });
      await load.acknowledged(successesBetween);
      const counts = await work({ cluster, load });
      await load.stop();
      expect(load.unexpected).toEqual([]);
      expect(cluster.exited()).toEqual([]);
      expect(load.refusals.filter(({ hasRetryAfter }) => !hasRetryAfter)).toEqual([]);
      expect(new Set(load.refusals.map(({ status, code }) => `${status} ${code}`))).toEqual(
        new Set(['503 overloaded']),
      );
      const { charged } = load.counts;
      const ledger = await verifyCharges(url, {
        granted: clusterCredits,
        charged,
        requestIds: load.requestIds,
      });
      expect(await cluster.drain()).toEqual([...nodes].map(() => 0));
      return { ...counts, ...load.counts, ...ledger };
    } finally {
      await cluster.close();
    }
  }

  /** Stops the database again and again. A stop is an orderly one or a crash in turn. */
  async function stopDatabase({ cluster, load }: Setup): Promise<Counts> {
    const endMs = performance.now() + minutesPerTest * 60_000;
    let [rounds, recoveryMs] = [0, 0];
    for (; rounds < roundsMin || performance.now() < endMs; rounds += 1) {
      const before = load.refusals.length;
      await server.shutDown(rounds % 2 === 0 ? 'fast' : 'immediate');
      await sleep(outageMs);
      await server.restart();
      const returnedMs = performance.now();
      await load.acknowledged(successesBetween);
      const refusals = load.refusals.slice(before);
      // Every node must have refused requests, and none of those sent later than this after the return.
      expect(new Set(refusals.map(({ url }) => url))).toEqual(new Set(cluster.urls));
      recoveryMs = Math.max(recoveryMs, ...refusals.map(({ sentAtMs }) => sentAtMs - returnedMs));
    }
    expect(load.counts.interrupted).toBe(0);
    expect(recoveryMs).toBeLessThanOrEqual(recoveryMaxMs);
    return { outages: rounds, lastRefusalAfterReturnMs: Math.round(recoveryMs) };
  }

  it('refuse requests with 503, lose and repeat no charge, and recover', async ({ task }) => {
    const nodes = new Map<string, ClusterNodeOptions>([
      ['first', {}],
      ['second', {}],
    ]);
    reportCounts(task, await underLoad(nodes, stopDatabase));
  });

  it('do so too when workers run the heavy requests', async ({ task }) => {
    const nodes = new Map<string, ClusterNodeOptions>([
      ['api', { role: 'api' }],
      ['worker', { role: 'worker' }],
    ]);
    reportCounts(task, await underLoad(nodes, stopDatabase));
  });

  it('charge nothing twice when a node is suspended', async ({ task }) => {
    const nodes = new Map<string, ClusterNodeOptions>([
      ['first', {}],
      ['second', {}],
      ['api', { role: 'api' }],
    ]);
    const counts = await underLoad(nodes, async ({ cluster, load }) => {
      const endMs = performance.now() + minutesPerTest * 60_000;
      let rounds = 0;
      for (; rounds < roundsMin || performance.now() < endMs; rounds += 1) {
        await cluster.suspend(cluster.names[rounds % cluster.names.length] ?? '', outageMs);
        await load.acknowledged(successesBetween);
      }
      return { suspensions: rounds };
    });
    reportCounts(task, counts);
  });
});
