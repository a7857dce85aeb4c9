import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Reads and frees the memory of a thread. */
export interface HeapControl {
  /** Bytes of the heap of this thread, and of the memory outside that its objects refer to. */
  readonly heldBytes: () => number;
  /** Collects all garbage, and returns free memory to the operating system. */
  readonly collect: () => void;
}

/** Growth up to which garbage is kept, since the next task uses the heap again. */
const grownBytesMax = 192 * 1024 * 1024;

/**
 * Collects the garbage that large tasks leave in a thread. V8 collects it only when it allocates again, so an idle thread
 * would keep hundreds of megabytes.
 */
export class HeapCollector {
  readonly #heap: HeapControl;
  /** Bytes after the last collection, such as those of loaded models. */
  #floor = 0;

  constructor(heap: HeapControl = threadHeap) {
    this.#heap = heap;
  }

  /** Call it after each task; takes some 200 ms if the heap has grown much. @returns whether it was collected */
  collectIfGrown(): boolean {
    if (this.#heap.heldBytes() - this.#floor <= grownBytesMax) return false;
    this.#heap.collect();
    this.#floor = this.#heap.heldBytes();
    return true;
  }
}

/** Returns a function that does the same, and collects the garbage of its thread after each task. */
export function collectAfterTasks<Message, Response>(
  runTask: (message: Message) => Promise<Response>,
): (message: Message) => Promise<Response> {
  const heap = new HeapCollector();
  return async (message) => {
    const response = await runTask(message);
    // Not later: an idle thread of the pool blocks until its next task.
    heap.collectIfGrown();
    return response;
  };
}

let collector: (() => void) | undefined;

const threadHeap: HeapControl = {
  heldBytes: () => {
    const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
    return heap + outside;
  },
  collect: () => {
    collector ??= loadCollector();
    collector();
  },
};

/**
 * The flag adds the function to contexts that are created afterward. Only a collection of the last resort returns pages at
 * once: others leave that to the event loop, which does not run in an idle thread.
 */
function loadCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const loaded: unknown = runInNewContext('gc');
  return typeof loaded === 'function'
    ? () => void loaded({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    : () => undefined;
}
