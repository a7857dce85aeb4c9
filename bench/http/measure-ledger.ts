import { openStore } from '../../apps/server/src/storage/open-store.ts';

/** Returns how many reservations per second the embedded ledger itself settles for concurrent clients: the upper bound. */
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
  const client = async (name: number): Promise<void> => {
    for (let serial = 0; performance.now() < endAt; serial += 1) {
      const reservationId = `res_${name}_${serial}`;
      const order = {
        accountId: 'acc_bench',
        keyId: 'key_bench',
        nodeId: 'node_bench',
        operation: 'nothing',
        requestId: 'req',
      };
      await store.ledger.reserve({ ...order, reservationId, amount: 1, now: Date.now() });
      await store.ledger.settle({ reservationId, now: Date.now() });
      done += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  const perSecond = done / ((performance.now() - startedAt) / 1000);
  await store.close();
  return perSecond;
}
