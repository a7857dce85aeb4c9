import { once } from 'node:events';
// clock: the test passes wherever in the work the cancellation arrives.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import { expect, it } from 'vitest';

const modelDir = fileURLToPath(new URL('./fixtures/tiny-encoder/', import.meta.url));
const workerUrl = new URL('./fixtures/encoder-worker.ts', import.meta.url);

it('terminates a worker that runs the encoder at any moment without ending the process', async () => {
  for (let round = 0; round < 6; round += 1) {
    const guard = new NativeCallGuard();
    const worker = new Worker(workerUrl, { workerData: { modelDir, state: guard.state } });
    await once(worker, 'message');
    // Varies where in the work the cancellation arrives.
    await sleep(round * 5);
    if (!guard.cancel()) expect(await once(worker, 'message')).toEqual(['canceled']);
    expect(await worker.terminate()).toBeTypeOf('number');
  }
});
