import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, liveNodeId, uniqueText } from '../fixtures/create-test-account.ts';
import { describeDatabases } from '../fixtures/describe-databases.ts';
import type { Store } from '../store.ts';

const dayMs = 86_400_000;

describeDatabases('usage', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  it('sums charges by day and operation, of the key and those it was rotated to, and nothing else', async () => {
    const { accountId, keyId, request } = await createTestAccount(store, 1000);
    const other = await createTestAccount(store, 1000);
    const successor = uniqueText('key');
    const rotated = { id: successor, hash: uniqueText('hash'), hint: '' };
    await store.keys.rotate(keyId, rotated, 1, 10 * dayMs);
    const charge = async (reservation: ReturnType<typeof request>, now: number, isRefunded = false) => {
      await store.ledger.reserve(reservation);
      if (isRefunded) await store.ledger.refund(reservation.reservationId, now);
      else await store.ledger.settle({ reservationId: reservation.reservationId, now });
    };
    await charge(request(1, { operation: 'ocr' }), dayMs);
    await charge(request(2, { operation: 'ocr' }), 2 * dayMs - 1);
    await charge(request(5, { operation: 'map' }), 2 * dayMs - 1);
    await charge(request(7, { operation: 'ocr', keyId: successor }), 2 * dayMs);
    await charge(request(11, { operation: 'ocr' }), dayMs, true);
    await charge(request(13, { operation: 'ocr' }), 3 * dayMs);
    await charge(request(17, { operation: 'ocr' }), dayMs - 1);
    await charge(other.request(19, { operation: 'ocr' }), dayMs);
    expect(await store.usage.listDaily({ accountId, keyId, from: dayMs, to: 3 * dayMs })).toEqual([
      { day: 1, operation: 'map', requests: 1, credits: 5 },
      { day: 1, operation: 'ocr', requests: 2, credits: 3 },
      { day: 2, operation: 'ocr', requests: 1, credits: 7 },
    ]);
    expect(await store.usage.listDaily({ accountId, keyId, from: 0, to: 0 })).toEqual([]);
    const byKey = await store.usage.listDailyByKey({ accountId, from: dayMs, to: 3 * dayMs });
    expect(byKey).toEqual([
      { day: 1, keyId, requests: 3, credits: 8 },
      { day: 2, keyId: successor, requests: 1, credits: 7 },
    ]);
    const ofAll = await store.usage.listDailyByKey({ accountId: null, from: dayMs, to: 3 * dayMs });
    expect(ofAll).toEqual(
      expect.arrayContaining([...byKey, { day: 1, keyId: other.keyId, requests: 1, credits: 19 }]),
    );
  });
});
