import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../storage/ledger.ts';
import { openStore, type Store } from '../storage/open-store.ts';
import { createReservationId, settleCredits } from './charge.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-charge-'));
let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: folder, onIdleError: console.error });
  await store.accounts.insert({ id: 'acc_a', name: 'a', createdAt: 1 });
  await store.ledger.grant({ accountId: 'acc_a', amount: 10, note: '', now: 1 });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function reserve(nodeId: string): Promise<string> {
  const reservationId = createReservationId();
  const order = { accountId: 'acc_a', keyId: 'key_a', operation: 'test', requestId: 'req_a', nodeId };
  await store.ledger.reserve({ ...order, reservationId, amount: 4, now: 1 });
  return reservationId;
}

function context(settle: Ledger['settle']) {
  const { ledger } = store;
  return {
    store: { ledger: { ...ledger, settle } },
    nodeId: 'node_a',
    retentionMs: 1000,
    now: () => 1,
    scheduleRefund: () => undefined,
  };
}

describe('settling over a connection that is lost once', () => {
  it('is a 503 without a charge when the reservation was released in the meantime', async () => {
    const reservationId = await reserve('node_slow');
    let attempts = 0;
    const settled = settleCredits(
      context(async (order) => {
        attempts += 1;
        if (attempts > 1) return store.ledger.settle(order);
        await store.nodes.releaseOrphans(2);
        throw new Error('connection lost');
      }),
      reservationId,
      undefined,
    );
    await expect(settled).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    expect(await store.accounts.find('acc_a')).toMatchObject({ available: 10, held: 0 });
  });

  it('charges once when only the answer was lost', async () => {
    await store.nodes.beat('node_a', 1);
    const reservationId = await reserve('node_a');
    let attempts = 0;
    const settled = settleCredits(
      context(async (order) => {
        attempts += 1;
        const outcome = await store.ledger.settle(order);
        if (attempts === 1) throw new Error('connection lost');
        return outcome;
      }),
      reservationId,
      undefined,
    );
    expect(await settled).toBeUndefined();
    expect(await store.accounts.find('acc_a')).toMatchObject({ available: 6, held: 0 });
  });
});
