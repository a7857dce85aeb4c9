import { describe, expect, it } from 'vitest';
import type { FinishOutcome } from '../storage/driver/ledger.ts';
import { RefundQueue } from './refund-queue.ts';

/** A queue whose ledger returns or throws the given outcomes, the last one for all further calls. */
function createQueue(outcomes: Array<FinishOutcome | Error>) {
  const calls: string[] = [];
  const refund = async (reservationId: string): Promise<FinishOutcome> => {
    calls.push(reservationId);
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    if (outcome === undefined || outcome instanceof Error) throw outcome ?? new Error('no outcome');
    return outcome;
  };
  return { queue: new RefundQueue({ refund }, () => 1), calls };
}

const gone: FinishOutcome = { kind: 'gone' };
const done: FinishOutcome = { kind: 'done', available: 1 };

describe('RefundQueue', () => {
  it('keeps a reservation while the database is unavailable, and refunds it once afterward', async () => {
    const { queue, calls } = createQueue([new Error('lost'), new Error('lost'), done]);
    queue.schedule('res_a');
    await expect(queue.process()).rejects.toThrow('lost');
    await expect(queue.process()).rejects.toThrow('lost');
    await queue.process();
    await queue.process();
    expect(calls).toEqual(['res_a', 'res_a', 'res_a']);
    expect(queue.size).toBe(0);
  });

  it('refunds a reservation that does not exist yet once it is created', async () => {
    const { queue, calls } = createQueue([gone, gone, done]);
    queue.schedule('res_late');
    for (let attempt = 0; attempt < 5; attempt += 1) await queue.process();
    expect(calls).toHaveLength(3);
  });

  it('gives up on a reservation that does not exist after 12 attempts', async () => {
    const { queue, calls } = createQueue([gone]);
    queue.schedule('res_none');
    for (let attempt = 0; attempt < 20; attempt += 1) await queue.process();
    expect(calls).toHaveLength(12);
    expect(queue.size).toBe(0);
  });

  it('removes a reservation that another node released', async () => {
    const { queue } = createQueue([{ kind: 'released' }]);
    queue.schedule('res_released');
    await queue.process();
    expect(queue.size).toBe(0);
  });
});
