import { openStore } from '../../apps/server/src/storage/open-store.ts';

/**
 * Measures how many reservations the embedded ledger settles per second, called directly: the upper bound for the service.
 *
 * @param folder empty data directory
 * @param clients number of concurrent clients
 */
export async function measureLedger(folder: string, clients: number, seconds: number): Promise<number> {
  const store = await openStore({ dataDir: folder, onIdleError: (error) => console.error(error) });
  const now = Date.now();
  await store.ledger.openAccount({ id: 'acc_bench', name: 'bench', credits: 1_000_000_000, note: '', now });
  await store.keys.insert({
    id: 'key_bench',
    accountId: 'acc_bench',
    hash: 'bench',
    hint: '',
    name: 'bench',
    scopes: ['*'],
    isOperatorProvided: false,
    expiresAt: null,
    revokedAt: null,
    ratePerMinute: null,
    budget: null,
    spent: 0,
    lastUsedAt: null,
    createdAt: now,
  });
  await store.nodes.recordHeartbeat('node_bench', now);
  const endAt = performance.now() + seconds * 1000;
  let done = 0;
  const runClient = async (client: number): Promise<void> => {
    for (let serial = 0; performance.now() < endAt; serial += 1) {
      const reservationId = `res_${client}_${serial}`;
      const reservation = {
        accountId: 'acc_bench',
        keyId: 'key_bench',
        nodeId: 'node_bench',
        operation: 'noop',
        requestId: 'req',
      };
      await store.ledger.reserve({ ...reservation, reservationId, amount: 1, now: Date.now() });
      await store.ledger.settle({ reservationId, now: Date.now() });
      done += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
  const perSecond = done / ((performance.now() - startedAt) / 1000);
  await store.close();
  return perSecond;
}
