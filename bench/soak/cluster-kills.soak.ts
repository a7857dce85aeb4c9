import { setTimeout as sleep } from 'node:timers/promises';
import { MixedLoad } from '@quern/testing/cluster/mixed-load';
import { clusterCredits, TestCluster } from '@quern/testing/cluster/test-cluster';
import { verifyCharges } from '@quern/testing/cluster/verify-charges';
import { startPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { reportCounts } from '@quern/testing/soak/counts';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import { serveSite } from '@quern/testing/web/serve-site';
import { describe, expect, it } from 'vitest';

const killsMin = 20;
const minutes = soakMinutes(4);
const clients = 16;
/** A kill happens after a random number of successes up to this one, and a random delay. */
const successesBeforeKillMax = 60;
const delayMaxMs = 300;
/** The long ones and the pages are handed over to workers. */
const kinds = ['sentiment', 'long', 'entities', 'job', 'replay', 'page', 'invalid', 'long'] as const;
const roles = { 'api-1': 'api', 'worker-1': 'worker', 'api-2': 'api', 'worker-2': 'worker' } as const;

describe.skipIf(isMissing('postgres'))(
  'nodes and workers that are killed (needs postgres and initdb)',
  () => {
    it('lose no acknowledged charge, charge nothing twice, and leave nothing held', async ({ task }) => {
      const server = await startPostgres();
      const url = await server.createDatabase();
      const site = await serveSite(() => '<main><h1>Mill</h1><p>The old mill grinds the grain.</p></main>');
      const cluster = new TestCluster(url);
      try {
        for (const [name, role] of Object.entries(roles)) await cluster.start(name, { role });
        const { apiKey } = cluster;
        const load = new MixedLoad({ apiKey, clients, kinds, origin: site.origin, urls: () => cluster.urls });
        const endMs = performance.now() + minutes * 60_000;
        const names = cluster.names;
        let kills = 0;
        for (; kills < killsMin || performance.now() < endMs; kills += 1) {
          await load.acknowledged(1 + Math.floor(Math.random() * successesBeforeKillMax));
          await sleep(Math.random() * delayMaxMs);
          // An API node and a worker in turn; every fifth time both at once.
          const victims = [
            names[kills % names.length],
            kills % 5 === 4 ? names[(kills + 1) % names.length] : undefined,
          ];
          await Promise.all(
            victims.flatMap((name) => (name === undefined ? [] : [cluster.killAndRestart(name)])),
          );
        }
        await load.acknowledged(clients);
        await load.stop();
        expect(load.unexpected).toEqual([]);
        expect(load.counts.interrupted).toBeGreaterThan(0);
        const { charged } = load.counts;
        const ledger = await verifyCharges(url, {
          granted: clusterCredits,
          charged,
          requestIds: load.requestIds,
        });
        expect(await cluster.drain()).toEqual([0, 0, 0, 0]);
        reportCounts(task, {
          rounds: kills,
          kills: kills + Math.floor(kills / 5),
          ...load.counts,
          ...ledger,
        });
      } finally {
        await cluster.close();
        await site.close();
        await server.stop();
      }
    });
  },
);
