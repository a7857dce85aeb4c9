import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../storage/driver/ledger.ts';
import { openStore } from '../storage/open-store.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { Store } from '../storage/store.ts';
import { refundCredits, reserveCredits, settleCredits } from './charge.ts';
import type { ChargeContext } from './pipeline-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-charge-'));
let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: folder, onIdleError: console.error });
  await store.ledger.openAccount({ id: 'acc_a', name: 'a', credits: 10, note: '', now: 1 });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
async function reserve(nodeId: string): Promise<string> {
  serial += 1;
  const reservationId = `res_${serial}`;
  const request = { accountId: 'acc_a', keyId: 'key_a', operation: 'test', requestId: 'req_a', nodeId };
  await store.ledger.reserve({ ...request, reservationId, amount: 4, now: 1 });
  return reservationId;
}

/** A context whose ledger is the real one except for the given methods. */
function context(replaced: Partial<Ledger>, scheduled: string[] = []): ChargeContext {
  const ledger: Ledger = {
    reserve: (request) => store.ledger.reserve(request),
    settle: (request) => store.ledger.settle(request),
    refund: (reservationId, now) => store.ledger.refund(reservationId, now),
    release: (reservationId, now) => store.ledger.release(reservationId, now),
    openAccount: (request) => store.ledger.openAccount(request),
    grant: (request) => store.ledger.grant(request),
    ...replaced,
  };
  return {
    store: { ledger },
    nodeId: 'node_a',
    retentionMs: 1000,
    now: () => 1,
    scheduleRefund: (reservationId) => void scheduled.push(reservationId),
  };
}

describe('settleCredits over a connection that is lost once', () => {
  it('throws overloaded without a charge if the reservation was released in the meantime', async () => {
    const reservationId = await reserve('node_slow');
    let attempts = 0;
    const settled = settleCredits(
      context({
        settle: async (request) => {
          attempts += 1;
          if (attempts > 1) return store.ledger.settle(request);
          await store.nodes.releaseOrphanedReservations(2);
          throw new Error('connection lost');
        },
      }),
      reservationId,
      undefined,
    );
    await expect(settled).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    expect(await store.accounts.find('acc_a')).toMatchObject({ available: 10, held: 0 });
  });

  it('charges once if the charge was made and only its result was lost', async () => {
    await store.nodes.recordHeartbeat('node_a', 1);
    const reservationId = await reserve('node_a');
    let attempts = 0;
    const settled = settleCredits(
      context({
        settle: async (request) => {
          attempts += 1;
          const outcome = await store.ledger.settle(request);
          if (attempts === 1) throw new Error('connection lost');
          return outcome;
        },
      }),
      reservationId,
      undefined,
    );
    expect(await settled).toBeUndefined();
    expect(await store.accounts.find('acc_a')).toMatchObject({ available: 6, held: 0 });
  });
});

describe('a connection that stays lost', () => {
  const lost = async (): Promise<never> => {
    throw new Error('connection lost');
  };

  it('makes settleCredits refund the reservation and throw', async () => {
    const before = await store.accounts.find('acc_a');
    const reservationId = await reserve('node_a');
    await expect(settleCredits(context({ settle: lost }), reservationId, undefined)).rejects.toThrow('lost');
    expect(await store.accounts.find('acc_a')).toEqual(before);
  });

  it('makes refundCredits schedule the refund', async () => {
    const scheduled: string[] = [];
    expect(await refundCredits(context({ refund: lost }, scheduled), 'res_lost')).toBeUndefined();
    expect(scheduled).toEqual(['res_lost']);
  });

  it('makes reserveCredits schedule a refund, since the reservation may exist', async () => {
    const scheduled: string[] = [];
    const key = { id: 'key_a', accountId: 'acc_a' } as KeyRecord;
    const input = { reservationId: 'res_unknown', key, amount: 1, operation: 'test', requestId: 'req_a' };
    const balance = { creditsRemaining: undefined };
    await expect(reserveCredits(context({ reserve: lost }, scheduled), input, balance)).rejects.toThrow(
      'lost',
    );
    expect(scheduled).toEqual(['res_unknown']);
  });
});
