import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, liveNodeId, uniqueText } from '../fixtures/create-test-account.ts';
import { describeDatabases } from '../fixtures/describe-databases.ts';
import type { Store } from '../store.ts';
import type { Job, NewJob } from './job.ts';

const waitingNode = 'node_waiting';
const result = { kind: 'inline', body: '{"sentiment":"positive"}' } as const;

describeDatabases('jobs that a request waits for', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    for (const node of [liveNodeId, waitingNode]) await store.nodes.recordHeartbeat(node, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  const add = async (idempotencyKey?: string): Promise<NewJob> => {
    const { accountId, keyId } = await createTestAccount(store, 10);
    await store.webhooks.insert({
      ...{ id: uniqueText('wh'), accountId, url: 'https://example.org/', events: [], secret: 'whsec_x' },
      ...{ oldSecret: null, oldSecretUntil: null, failingSince: null, disabledAt: null, createdAt: 1 },
    });
    const job: NewJob = {
      id: uniqueText('job'),
      accountId,
      keyId,
      operation: uniqueText('operation'),
      priority: 'interactive',
      requestId: 'req_1',
      metadata: {},
      input: { kind: 'inline', body: '{"text":"a"}' },
      createdAt: 100,
      waiter: { nodeId: waitingNode, idempotencyKey },
    };
    await store.jobs.add([job]);
    return job;
  };
  const claim = async ({ operation }: NewJob): Promise<Job> => {
    const request = { operation, priority: 'interactive', limit: 1, nodeId: liveNodeId, now: 200 } as const;
    const [claimed] = await store.jobs.claim(request);
    if (claimed === undefined) throw new Error('the job was not claimed');
    return claimed;
  };

  it('are found by the node that waits only', async () => {
    const job = await add('order-7');
    const { id, accountId } = job;
    expect(await store.jobs.findAwaited(id, waitingNode)).toMatchObject({ ...job, status: 'queued' });
    expect(await store.jobs.findAwaited(id, liveNodeId)).toBeUndefined();
    expect(await store.jobs.find(id, accountId, 300)).toBeUndefined();
    expect(await store.jobs.list({ accountId, limit: 10 }, 300)).toEqual([]);
    const claimed = await claim(job);
    expect(claimed.waiter).toEqual({ nodeId: waitingNode, idempotencyKey: 'order-7' });
    await store.jobs.fail(claimed, { error: '{"code":"internal_error"}', now: 300, expiresAt: 1000 });
    expect(await store.jobs.listFailed({ accountId, limit: 10 }, 400)).toEqual([]);
    expect(await store.webhooks.listEndedJobs(100)).toEqual([]);
  });

  it('end with a response that was charged before, once', async () => {
    const job = await add('order-8');
    const claimed = await claim(job);
    const replay = { result, now: 300, expiresAt: 1000 };
    expect(await store.jobs.succeedWithReplay(claimed, replay)).toBe(true);
    expect(await store.jobs.succeedWithReplay(claimed, replay)).toBe(false);
    expect(await store.jobs.findAwaited(job.id, waitingNode)).toMatchObject({
      ...{ status: 'succeeded', isReplay: true, credits: 0, result, finishedAt: 300 },
    });
  });

  it('are canceled when the node that waits is gone', async () => {
    const [waiting, running] = [await add(), await add()];
    const claimed = await claim(running);
    await store.jobs.recover();
    expect(await store.jobs.findAwaited(waiting.id, waitingNode)).toMatchObject({ status: 'queued' });
    await store.nodes.remove(waitingNode);
    await store.jobs.recover();
    for (const { id } of [waiting, running]) {
      expect(await store.jobs.findAwaited(id, waitingNode)).toMatchObject({ status: 'canceled' });
    }
    expect(await store.jobs.extend([claimed])).toMatchObject([{ id: running.id }]);
    await store.jobs.sweep(300);
    expect(await store.jobs.findAwaited(waiting.id, waitingNode)).toBeUndefined();
  });
});
