import { openStore } from '../../apps/server/src/storage/open-store.ts';
import { settleReservations } from './settle-reservations.ts';

/**
 * Measures how many reservations the embedded ledger settles per second, called directly: the upper bound for the service.
 *
 * @param folder empty data directory
 * @param clients number of concurrent clients
 */
export async function measureLedger(folder: string, clients: number, seconds: number): Promise<number> {
  const store = await openStore({ dataDir: folder, onIdleError: (error) => console.error(error) });
  const now = Date.now();
  await store.ledger.openAccount({ id: 'acc_0', name: 'bench', credits: 1_000_000_000, note: '', now });
  await store.keys.insert({
    id: 'key_0',
    accountId: 'acc_0',
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
  const perSecond = await settleReservations(store.ledger, { accounts: 1, clients, seconds });
  await store.close();
  return perSecond;
}
