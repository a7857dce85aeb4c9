import { setTimeout as sleep } from 'node:timers/promises';
import { MixedLoad } from '@quern/testing/cluster/mixed-load';
import { clusterCredits, TestCluster } from '@quern/testing/cluster/test-cluster';
import { verifyCharges } from '@quern/testing/cluster/verify-charges';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { CpuLimit, canLimitCpu } from '@quern/testing/service/cpu-limit';
import { reportCounts } from '@quern/testing/soak/counts';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { median } from '../../eval/metrics/statistics.ts';
import { type LoadResult, runLoad } from '../http/load-client.ts';

const rounds = 9;
const secondsPerMeasurement = 4;
const warmUpSeconds = 3;
const clientsPerNode = 16;
/** Nodes have this part of a core each, so that two of them, PostgreSQL and the clients fit a machine of two cores. */
const coresPerNode = 0.3;
const ratioMin = 1.7;

/** With `--minutes N`, the mixed load takes that time instead. */
const mixedRequests = 100_000;
const minutes = process.env['QUERN_SOAK_MINUTES'] === undefined ? undefined : soakMinutes(1);
const mixedClients = 48;
const kinds = [
  ...['sentiment', 'replay', 'entities', 'replay', 'invalid', 'sentiment', 'replay', 'invalid'],
  ...['sentiment', 'replay', 'sentiment', 'replay', 'page', 'invalid', 'sentiment', 'job'],
] as const;

const isSkipped = isMissing('postgres') || !canLimitCpu();
describe.skipIf(isSkipped)('two nodes (needs postgres, initdb and control groups)', () => {
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

  it('of the same part of a core serve at least 1.7 times the short requests of one', async ({ task }) => {
    const cluster = new TestCluster(await server.createDatabase());
    const limits = ['first', 'second'].map((name) => new CpuLimit(`quern-soak-${name}`, coresPerNode));
    try {
      for (const [index, limit] of limits.entries())
        limit.add((await cluster.start(`node-${index}`)).process.pid);
      const ports = cluster.urls.map((url) => Number(new URL(url).port));
      const measure = async (seconds: number, used: readonly number[]): Promise<number> => {
        const results = await Promise.all(used.map((port) => send(port, cluster.apiKey, seconds)));
        expect(results.map(({ failures }) => failures)).toEqual(used.map(() => 0));
        return results.reduce((sum, result) => sum + result.requests / result.seconds, 0);
      };
      await measure(warmUpSeconds, ports);
      const measured: Array<{ readonly one: number; readonly two: number }> = [];
      for (let round = 0; round < rounds; round += 1) {
        // Each node is the single one in turn.
        const one = await measure(secondsPerMeasurement, ports.slice(round % 2, (round % 2) + 1));
        measured.push({ one, two: await measure(secondsPerMeasurement, ports) });
      }
      const ratio = median(measured.map(({ one, two }) => two / one));
      reportCounts(task, {
        rounds,
        coresPerNode,
        oneNodePerSecond: Math.round(median(measured.map(({ one }) => one))),
        twoNodesPerSecond: Math.round(median(measured.map(({ two }) => two))),
        ratio: Number(ratio.toFixed(2)),
      });
      expect(ratio).toBeGreaterThanOrEqual(ratioMin);
    } finally {
      await cluster.close();
      for (const limit of limits) limit.remove();
    }
  });

  it('serve mixed requests, one of the nodes killed in the middle, with totals equal to the credit', async ({
    task,
  }) => {
    const url = await server.createDatabase();
    const cluster = new TestCluster(url);
    try {
      for (const name of ['first', 'second']) await cluster.start(name);
      const { apiKey } = cluster;
      const { origin } = site;
      const load = new MixedLoad({ apiKey, clients: mixedClients, kinds, origin, urls: () => cluster.urls });
      const untilHalf = (): Promise<unknown> =>
        minutes === undefined ? load.acknowledged(mixedRequests / 2) : sleep(minutes * 30_000);
      await untilHalf();
      await cluster.killAndRestart('first');
      await untilHalf();
      await load.stop();
      expect(load.unexpected).toEqual([]);
      expect(load.refusals).toEqual([]);
      const { charged } = load.counts;
      const { requestIds } = load;
      const ledger = await verifyCharges(url, { granted: clusterCredits, charged, requestIds });
      expect(await cluster.drain()).toEqual([0, 0]);
      reportCounts(task, { kills: 1, ...load.counts, ...ledger });
    } finally {
      await cluster.close();
    }
  });
});

/** Sends short texts to a node, as fast as it serves them. */
function send(port: number, apiKey: string, seconds: number): Promise<LoadResult> {
  return runLoad({
    port,
    path: '/v0/sentiment',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'The train was late, the rest was wonderful.' }),
    clients: clientsPerNode,
    seconds,
  });
}
