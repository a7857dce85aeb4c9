import { describe, expect, it } from 'vitest';
import type { JobStatus } from '../storage/jobs/job.ts';
import { CancellationQueue } from './cancellation-queue.ts';

/** A queue whose jobs have the given outcomes of a cancellation, the last one for all further calls. */
function createQueue(outcomes: Array<JobStatus | Error | undefined>) {
  const calls: unknown[] = [];
  const cancel = async (id: string, accountId: string, times: object): Promise<JobStatus | undefined> => {
    calls.push([id, accountId, times]);
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { queue: new CancellationQueue({ cancel }, () => 7), calls };
}

describe('CancellationQueue', () => {
  it('keeps a job while the database is unavailable, and cancels it once afterward', async () => {
    const { queue, calls } = createQueue([new Error('lost'), 'canceled']);
    queue.schedule('job_a', 'acc_a');
    await expect(queue.process()).rejects.toThrow('lost');
    await queue.process();
    await queue.process();
    const call = ['job_a', 'acc_a', { now: 7, expiresAt: 7 }];
    expect(calls).toEqual([call, call]);
    expect(queue.size).toBe(0);
  });

  it('cancels a job that does not exist yet once it appears', async () => {
    const { queue, calls } = createQueue([undefined, undefined, 'canceled']);
    queue.schedule('job_late', 'acc_a');
    for (let attempt = 0; attempt < 5; attempt += 1) await queue.process();
    expect(calls).toHaveLength(3);
  });

  it('gives up on a job that does not exist after 60 attempts', async () => {
    const { queue, calls } = createQueue([undefined]);
    queue.schedule('job_none', 'acc_a');
    for (let attempt = 0; attempt < 80; attempt += 1) await queue.process();
    expect(calls).toHaveLength(60);
  });
});
