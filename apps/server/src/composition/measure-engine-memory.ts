import { waitAtMost } from '@quern/runtime/deadline';
import type { PageRenderer } from '@quern/web/render/page-renderer';
import type { EngineState } from '../system/engine-state.ts';

/** A browser that does not respond is not measured, ms. */
const measureMsMax = 1000;

/**
 * Measures the memory of engines that have their own processes, in bytes: that of the browser. Threads share the memory of the
 * service, and native libraries in them do not report theirs.
 */
export async function measureEngineMemory(
  renderer: Pick<PageRenderer, 'isLoaded' | 'stats'> | undefined,
): Promise<ReadonlyMap<EngineState['name'], number>> {
  if (renderer?.isLoaded !== true) return new Map();
  // A browser that ends meanwhile has no memory.
  const stats = await waitAtMost(renderer.stats(), measureMsMax).catch(() => undefined);
  const bytes = stats?.memoryBytes ?? 0;
  return bytes > 0 ? new Map([['render', bytes]]) : new Map();
}
