import type { Ledger } from '../../apps/server/src/storage/driver/ledger.ts';

/** A load on the ledger. */
export interface LedgerLoad {
  /** Number of accounts, `acc_0` and so on, each with a key `key_0` and so on. */
  readonly accounts: number;
  /** Number of concurrent clients. */
  readonly clients: number;
  readonly seconds: number;
}

/** Clients reserve a credit and settle the reservation, again and again. @returns the charges per second */
export async function settleReservations(
  ledger: Pick<Ledger, 'reserve' | 'settle'>,
  { accounts, clients, seconds }: LedgerLoad,
): Promise<number> {
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let done = 0;
  const runClient = async (client: number): Promise<void> => {
    for (let serial = 0; performance.now() < endAt; serial += 1) {
      // Primes, so that the accounts of a client and of its neighbors are far from each other.
      const account = (client * 7919 + serial * 104_729) % accounts;
      const reservationId = `res_${startedAt}_${client}_${serial}`;
      const { kind } = await ledger.reserve({
        reservationId,
        accountId: `acc_${account}`,
        keyId: `key_${account}`,
        nodeId: 'node_bench',
        amount: 1,
        operation: 'noop',
        requestId: 'req',
        now: Date.now(),
      });
      if (kind !== 'reserved') throw new Error(`a reservation is ${kind}`);
      await ledger.settle({ reservationId, now: Date.now() });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
  return done / ((performance.now() - startedAt) / 1000);
}
