import type { OcrEngine, RecognizeOptions } from '@quern/ocr/ocr-engine';
import type { OcrResult } from '@quern/ocr/ocr-result';
import type { RecognizedText } from '@quern/ocr/pdf/create-searchable-pdf';
import type { WithJsonFields } from '@quern/runtime/json-fields';
import type { TaskInput, TaskName, TaskResult } from '@quern/runtime/pool/task';
import type { RunTaskOptions } from '@quern/runtime/pool/worker-pool';
import type { FairSemaphore } from '@quern/runtime/scheduling/fair-semaphore';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import type {
  EngineTranslation,
  EngineTranslator,
  SentenceTranslator,
} from '@quern/translation/llm/with-llm-fallback';
import type { OpenRequest, TranslationRequest } from '@quern/translation/translator';
import type { PageRenderer, RenderedPage, RenderRequest } from '@quern/web/render/page-renderer';
import type { EnginePool } from './engine-pool.ts';
import type { EngineTasks } from './engine-tasks.ts';
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
  // Objects of classes: each request has them, and closures take three times as much memory.
  return {
    ...others,
    pool: new CallerPool(pool, caller),
    ocr: new CallerOcr(ocr, caller),
    renderer: renderer && new CallerRenderer(renderer, slots.render, caller),
    translator: new CallerTranslator(translator, caller),
  };
}

class CallerPool {
  readonly #pool: EnginePool;
  readonly #caller: WorkCaller;

  constructor(pool: EnginePool, caller: WorkCaller) {
    this.#pool = pool;
    this.#caller = caller;
  }

  run<Name extends TaskName<EngineTasks>, JsonField extends string = never>(
    name: Name,
    input: TaskInput<EngineTasks, Name>,
    options?: RunTaskOptions<JsonField>,
  ): Promise<WithJsonFields<TaskResult<EngineTasks, Name>, JsonField>> {
    return this.#pool.run(name, input, { ...options, caller: this.#caller });
  }
}

class CallerOcr {
  readonly #ocr: OcrEngine;
  readonly #caller: WorkCaller;

  constructor(ocr: OcrEngine, caller: WorkCaller) {
    this.#ocr = ocr;
    this.#caller = caller;
  }

  recognize(bytes: Uint8Array, options: RecognizeOptions): Promise<OcrResult> {
    return this.#ocr.recognize(bytes, { ...options, caller: this.#caller });
  }

  createSearchablePdf(
    bytes: Uint8Array,
    pages: readonly RecognizedText[],
    options: Pick<RecognizeOptions, 'signal' | 'password'>,
  ): Promise<Uint8Array> {
    return this.#ocr.createSearchablePdf(bytes, pages, { ...options, caller: this.#caller });
  }
}

class CallerRenderer {
  readonly #renderer: PageRenderer;
  readonly #slots: FairSemaphore;
  readonly #caller: WorkCaller;

  constructor(renderer: PageRenderer, slots: FairSemaphore, caller: WorkCaller) {
    this.#renderer = renderer;
    this.#slots = slots;
    this.#caller = caller;
  }

  render(request: RenderRequest & { readonly signal: AbortSignal }): Promise<RenderedPage> {
    const caller = withoutWorkTime(this.#caller);
    const render = () => this.#renderer.render(request);
    return this.#slots.run(caller, estimatesMs.render, request.signal, render);
  }
}

class CallerTranslator implements SentenceTranslator {
  readonly #translator: SentenceTranslator;
  readonly #caller: WorkCaller;

  constructor(translator: SentenceTranslator, caller: WorkCaller) {
    this.#translator = translator;
    this.#caller = caller;
  }

  translate(request: TranslationRequest): Promise<EngineTranslation> {
    return this.#translator.translate({ ...request, caller: this.#caller });
  }

  open(request: OpenRequest): Promise<EngineTranslator> {
    return this.#translator.open({ ...request, caller: this.#caller });
  }
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
