import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@quern/testing/clock/wait-for';
import { afterAll, expect, it, vi } from 'vitest';
import type { Operation } from '../operations/define-operation.ts';
import { createTestAccount } from '../storage/fixtures/create-test-account.ts';
import { openStore } from '../storage/open-store.ts';
import { JobDispatcher } from './job-dispatcher.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-job-crashes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a job is given up after its node has died 16 times while it ran', async () => {
  const store = await openStore({ dataDir: folder, onIdleError: console.error });
  const { accountId, keyId } = await createTestAccount(store, 1);
  const job = { id: 'job_crash', accountId, keyId, operation: 'ocr', priority: 'interactive' } as const;
  const input = { kind: 'inline', body: '{}' } as const;
  await store.jobs.add([{ ...job, requestId: 'req_1', metadata: {}, input, createdAt: 1 }]);
  const request = {
    operation: 'ocr',
    priority: 'interactive',
    limit: 1,
    nodeId: 'node_dead',
    now: 1,
  } as const;
  for (let crash = 0; crash < 16; crash += 1) {
    expect(await store.jobs.claim(request)).toMatchObject([{ crashes: crash, failures: 0 }]);
    expect(await store.jobs.recover()).toBe(1);
  }
  const run = vi.fn(async () => undefined);
  const dispatcher = new JobDispatcher({
    jobs: store.jobs,
    operations: [{ name: 'ocr', consumes: ['application/json'] } as unknown as Operation],
    nodeId: 'node_live',
    runningMax: 1,
    retentionMs: 1000,
    run,
    now: () => 1,
    onError: (error) => {
      throw error;
    },
  });
  dispatcher.start();
  await waitFor(async () =>
    expect(await store.jobs.find(job.id, accountId, 1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('stopped 16 times'),
    }),
  );
  expect(run).not.toHaveBeenCalled();
  await dispatcher.stop();
  await store.close();
});
