import type { OcrEngine } from '@quern/ocr/ocr-engine';
import type { FairSemaphore } from '@quern/runtime/scheduling/fair-semaphore';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import type { PageRenderer } from '@quern/web/render/page-renderer';
import type { EnginePool } from './engine-pool.ts';
import type { EngineProvider, Engines } from './engines.ts';

/** The engines that all requests share, and the semaphores of those with a limited number of slots. */
export interface SharedEngines extends Omit<Engines, 'pool' | 'ocr' | 'renderer'> {
  readonly pool: EnginePool;
  readonly ocr: OcrEngine;
  readonly renderer: PageRenderer | undefined;
  readonly slots: {
    readonly render: FairSemaphore;
  };
}

/** Expected time of an engine's work, ms. It decides which flow is next, and is corrected by the actual time. */
const estimatesMs = { render: 2000 };

/** Creates the engines of each caller: its work takes turns with the work of other callers. */
export function createEngineProvider(shared: SharedEngines): EngineProvider {
  const {
    pool: _pool,
    ocr: _ocr,
    renderer: _renderer,
    translator: _translator,
    slots: _slots,
    ...others
  } = shared;
  return { forCaller: (caller) => createCallerEngines(shared, others, caller) };
}

/** @param others the engines that do not depend on the caller */
function createCallerEngines(
  { pool, ocr, renderer, translator, slots }: SharedEngines,
  others: Omit<Engines, 'pool' | 'ocr' | 'renderer' | 'translator'>,
  caller: WorkCaller,
): Engines {
  const waitingCaller = withoutWorkTime(caller);
  return {
    ...others,
    pool: { run: (name, input, options) => pool.run(name, input, { ...options, caller }) },
    ocr: {
      recognize: (bytes, options) => ocr.recognize(bytes, { ...options, caller }),
      createSearchablePdf: (bytes, pages, options) =>
        ocr.createSearchablePdf(bytes, pages, { ...options, caller }),
    },
    renderer: renderer && {
      render: (request) =>
        slots.render.run(waitingCaller, estimatesMs.render, request.signal, () => renderer.render(request)),
    },
    translator: {
      translate: (request) => translator.translate({ ...request, caller }),
      open: (request) => translator.open({ ...request, caller }),
    },
  };
}

/**
 * Returns a caller whose observer is notified of waiting but not of working time. Rendering mostly waits for a
 * network, so its time in the slot is neither reported as computation nor counted against the key's
 * failure budget.
 */
function withoutWorkTime({ flow, observer }: WorkCaller): WorkCaller {
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
