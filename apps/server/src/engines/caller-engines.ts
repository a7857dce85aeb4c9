import type { OcrEngine } from '@quern/ocr/ocr-engine';
import type { FairSemaphore } from '@quern/runtime/scheduling/fair-semaphore';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import type { PageRenderer } from '@quern/web/render/page-renderer';
import type { EnginePool } from './engine-pool.ts';
import type { Engines, SentenceTranslator } from './engines.ts';

/** Engines that have a bounded number of slots, and who is served next in each. */
export interface SharedEngines extends Omit<Engines, 'pool' | 'images' | 'renderer' | 'translator'> {
  readonly pool: EnginePool;
  readonly images: OcrEngine;
  readonly renderer: PageRenderer | undefined;
  readonly translator: SentenceTranslator;
  readonly slots: {
    readonly ocr: FairSemaphore;
    readonly render: FairSemaphore;
    readonly translation: FairSemaphore;
  };
}

/** What an engine's work is expected to take, ms: it decides who is next, and is corrected afterwards. */
const estimates = { ocr: 2000, render: 2000, translation: 500 };

/** The engines as one request sees them: its work takes turns with the work of other keys. */
export function createCallerEngines(shared: SharedEngines, caller: WorkCaller): Engines {
  const { pool, images, renderer, translator, slots } = shared;
  const waiter = withoutWork(caller);
  return {
    ...shared,
    pool: { run: (name, input, options) => pool.run(name, input, { ...options, caller }) },
    images: {
      read: (bytes, options) =>
        slots.ocr.run(caller, estimates.ocr, options.signal, () => images.recognize(bytes, options)),
    },
    renderer: renderer && {
      render: (order) =>
        slots.render.run(waiter, estimates.render, order.signal, () => renderer.render(order)),
    },
    translator: {
      translate: (order) =>
        slots.translation.run(waiter, estimates.translation, order.signal, () => translator.translate(order)),
    },
  };
}

/** A caller who learns of waiting, but not of the time in the slot: most of that is waiting for a network, not computation. */
function withoutWork({ flow, observer }: WorkCaller): WorkCaller {
  if (observer === undefined) return { flow };
  return {
    flow,
    observer: {
      queued: () => observer.queued(),
      started: (waitedMs) => observer.started(waitedMs),
      finished: () => observer.finished(0),
    },
  };
}
