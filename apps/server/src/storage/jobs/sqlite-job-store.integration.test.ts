import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTestAccount, liveNodeId, uniqueText } from '../fixtures/create-test-account.ts';
import { openStore } from '../open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-jobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const open = () => openStore({ dataDir: folder, onIdleError: console.error });

it('returns the jobs of an earlier process to the queue, before all that wait, and counts the failure', async () => {
  const store = await open();
  await store.nodes.recordHeartbeat('node_dead', 1);
  const { accountId, keyId } = await createTestAccount(store, 10);
  const jobs = Array.from({ length: 3 }, (_, index) => ({
    id: uniqueText('job'),
    accountId,
    keyId,
    operation: 'ocr',
    priority: 'batch' as const,
    requestId: 'req_1',
    metadata: {},
    input: { kind: 'inline', body: '{}' } as const,
    createdAt: index,
  }));
  await store.jobs.add(jobs);
  const request = { operation: 'ocr', priority: 'batch', limit: 1, now: 5 } as const;
  await store.jobs.claim({ ...request, nodeId: 'node_dead' });
  expect(await store.jobs.recover()).toBe(0);
  await store.close();

  const reopened = await open();
  await reopened.nodes.clear();
  expect(await reopened.jobs.recover()).toBe(1);
  const [claimed] = await reopened.jobs.claim({ ...request, nodeId: liveNodeId });
  expect(claimed).toMatchObject({ id: jobs[0]?.id, attempt: 2, failures: 0, crashes: 1 });
  await reopened.close();
});
