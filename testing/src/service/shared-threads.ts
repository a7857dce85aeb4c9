import { OcrEngine } from '@quern/ocr/ocr-engine';
import type { ComputeThreads } from '../../../apps/server/src/composition/compose-engines.ts';
import { createEnginePool } from '../../../apps/server/src/engines/engine-pool.ts';

let isSharing = false;
let threads: ComputeThreads | undefined;

/**
 * Lets the services that are started in this process from now on share their threads: those of one service after another would
 * load the same models again, in a second of CPU time for each thread. The threads do not end before the process.
 */
export function shareThreads(): void {
  isSharing = true;
}

/** The threads that services share; undefined if each has its own. */
export function sharedThreads(): ComputeThreads | undefined {
  if (!isSharing) return undefined;
  threads ??= { pool: createEnginePool(), ocr: new OcrEngine() };
  return threads;
}
