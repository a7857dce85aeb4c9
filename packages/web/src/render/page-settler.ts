import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '@quern/runtime/is-record';
import { PageIdleDetector } from './detect-page-idle.ts';
import type { PageNetwork } from './page-network.ts';
import { dismissConsentScript, hasElementScript, pageStateScript, paintScript } from './page-scripts.ts';
import type { PageWorld } from './page-world.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The state of a page at one moment. */
export interface PageSnapshot {
  /** Characters of text, counted without layout. */
  readonly textLength: number;
  /** Whether the document has been parsed to its end. */
  readonly isParsed: boolean;
  /** Whether it shows skeletons, spinners or a loading message. */
  readonly hasPlaceholder: boolean;
}

/** The tools to observe a page. */
export interface PageSettlerOptions {
  readonly world: PageWorld;
  /** Undefined to wait in real time, which actions need. */
  readonly clock: VirtualClock | undefined;
  readonly network: PageNetwork;
  /** Real time at which all waiting ends, on the clock of `performance.now()`. */
  readonly deadlineMs: number;
  /** Time on the page's clock after which it counts as stable, whatever it shows. */
  readonly pageTimeMaxMs: number;
}

/** Timers of a page run for this long before it can be stable. */
const timersMs = 12_000;
/** Further time of the page's clock for as long as it is not stable. */
const stepMs = 4000;
/** Up to this length of text a page counts as empty. */
const emptyTextMax = 40;
const pollIntervalMs = 150;
const observeIntervalMs = 2000;
/** Time for the observation at the end of a phase. */
const lastObserveMs = 500;
/** While requests go on, the text counts as stable when it has not changed for this long. */
const textStableMs = 700;
/** A page that polls has no request that is pending for longer than this, except long polls. */
const pollMsMax = 300;
const longPollMsMin = 8000;
const selectorPollMs = 100;
const paintsMax = 40;
/** On a busy machine, a browser may skip idle callbacks between two frames. */
const unchangedPaintsMin = 3;
const paintTimeoutMs = 2000;
/** Idle callbacks run only while the page's clock advances. */
const paintPageTimeMs = 1000;

/** Waits until a page has stopped changing. */
export class PageSettler {
  readonly #options: PageSettlerOptions;
  /** Real time at which the current phase ends, within the deadline. */
  #phaseEndMs = Number.POSITIVE_INFINITY;
  #hasResponded = false;
  #last: PageSnapshot = { textLength: 0, isParsed: false, hasPlaceholder: false };

  constructor(options: PageSettlerOptions) {
    this.#options = options;
  }

  /** Whether the page has returned its state at least once. */
  get hasResponded(): boolean {
    return this.#hasResponded;
  }

  /** The page as last observed. */
  get snapshot(): PageSnapshot {
    return this.#last;
  }

  /** Milliseconds of real time that are left. */
  get leftMs(): number {
    return Math.max(0, Math.min(this.#options.deadlineMs, this.#phaseEndMs) - performance.now());
  }

  /**
   * Waits until the page is stable: its network and text do not change, its timers have run, it is not empty, and it
   * shows no placeholder.
   *
   * @param share part of the time that is left, above 0 and at most 1
   * @returns false if the time passed first
   */
  async waitUntilStable(share = 1): Promise<boolean> {
    const { clock } = this.#options;
    this.#phaseEndMs = performance.now() + this.leftMs * share;
    try {
      return await (clock === undefined ? this.#waitInRealTime() : this.#waitInPageTime(clock, timersMs));
    } finally {
      this.#phaseEndMs = Number.POSITIVE_INFINITY;
    }
  }

  /** Waits for the effects of an input, such as scrolling, as `waitUntilStable` does but without its timers. */
  async waitForEffects(): Promise<boolean> {
    await this.paint();
    const { clock } = this.#options;
    return clock === undefined ? this.#waitInRealTime() : this.#waitInPageTime(clock, stepMs / 4);
  }

  /** Paints until the text no longer changes: idle callbacks and observers run between two frames. */
  async paintUntilUnchanged(): Promise<void> {
    let unchanged = 0;
    for (let frame = 0; frame < paintsMax && unchanged < unchangedPaintsMin && this.leftMs > 0; frame++) {
      const before = this.#last.textLength;
      await this.paint();
      const state = await this.#observe();
      if (state === undefined) return;
      unchanged = state.textLength === before ? unchanged + 1 : 0;
    }
  }

  /** Lets the page's own clock run for some time. */
  async wait(ms: number): Promise<void> {
    const { clock, deadlineMs } = this.#options;
    if (clock === undefined) await sleep(Math.min(ms, this.leftMs));
    else await clock.advance(ms, deadlineMs);
  }

  /**
   * Waits until an element exists.
   *
   * @param selector a selector that the browser supports
   * @returns whether it exists
   */
  async waitForElement(selector: string): Promise<boolean> {
    const { world, clock, deadlineMs } = this.#options;
    do {
      const found = await world.evaluate(hasElementScript(selector), Math.max(this.leftMs, selectorPollMs));
      if (found === true) return true;
      if (clock === undefined) await sleep(selectorPollMs);
      else if (await clock.advance(selectorPollMs * 5, deadlineMs)) await sleep(selectorPollMs / 5);
    } while (this.leftMs > 0);
    return false;
  }

  /** Lets the page lay itself out, so that what depends on the visible part is loaded. */
  async paint(): Promise<void> {
    const { clock, world } = this.#options;
    // Frames take real time, which a busy machine may lack.
    const painted = world.evaluate(paintScript, Math.min(paintTimeoutMs, this.leftMs));
    if (clock !== undefined) await clock.advance(paintPageTimeMs, this.#observeUntilMs);
    await painted;
  }

  /**
   * Removes consent banners, or accepts one that the page waits for.
   *
   * @param keptSelectors the banners of the elements that they select are left to the request
   */
  async dismissConsent(keptSelectors: readonly string[]): Promise<void> {
    const { world } = this.#options;
    const dismiss = (mayAccept: boolean): Promise<unknown> =>
      world.evaluate(dismissConsentScript(mayAccept, keptSelectors), Math.min(2000, this.leftMs));
    if ((await dismiss(true)) !== 'accepted') return;
    await this.waitUntilStable();
    await dismiss(false);
  }

  /** Real time until which the clock is advanced: the page is also observed while a request stops its clock. */
  get #observeUntilMs(): number {
    return performance.now() + Math.min(this.leftMs, observeIntervalMs);
  }

  async #observe(): Promise<PageSnapshot | undefined> {
    const deadlineLeftMs = Math.max(0, this.#options.deadlineMs - performance.now());
    const timeoutMs = Math.min(deadlineLeftMs, Math.max(this.leftMs, lastObserveMs));
    const value = await this.#options.world.evaluate(pageStateScript, timeoutMs);
    if (!isPageSnapshot(value)) return undefined;
    this.#hasResponded = true;
    this.#last = value;
    return value;
  }

  async #waitInPageTime(clock: VirtualClock, firstMs: number): Promise<boolean> {
    const { pageTimeMaxMs, network } = this.#options;
    const change = new TextChange();
    let pageTimeMs = 0;
    let budgetMs = firstMs;
    for (;;) {
      if (await clock.advance(budgetMs, this.#observeUntilMs)) pageTimeMs += budgetMs;
      const state = await this.#observe();
      if (this.leftMs <= 0) return false;
      if (state !== undefined) {
        const unchangedMs = change.observe(state.textLength);
        const hasContent = state.textLength > emptyTextMax && !state.hasPlaceholder;
        const isQuiet = state.isParsed && (network.openRequests === 0 || this.#isPolling(unchangedMs));
        if (isQuiet && (hasContent || pageTimeMs >= pageTimeMaxMs)) return true;
      }
      if (state === undefined || network.openRequests > 0) await sleep(pollIntervalMs / 3);
      budgetMs = network.openRequests > 0 ? stepMs / 8 : stepMs;
    }
  }

  /** Whether the pending requests change nothing: each is short, or one has been pending for long. */
  #isPolling(unchangedMs: number): boolean {
    const { oldestRequestMs } = this.#options.network;
    return unchangedMs >= textStableMs && (oldestRequestMs < pollMsMax || oldestRequestMs > longPollMsMin);
  }

  async #waitInRealTime(): Promise<boolean> {
    const detector = new PageIdleDetector(performance.now());
    while (this.leftMs > 0) {
      const state = await this.#observe();
      const isIdle =
        state !== undefined &&
        detector.observe({
          ...state,
          atMs: performance.now(),
          openRequests: this.#options.network.openRequests,
        });
      if (isIdle) return true;
      await sleep(Math.min(pollIntervalMs, this.leftMs));
    }
    return false;
  }
}

/** Measures how long a text has not changed, in real time. */
class TextChange {
  #length = -1;
  #changedMs = performance.now();

  /** @returns milliseconds since the length last changed */
  observe(length: number): number {
    if (length !== this.#length) this.#changedMs = performance.now();
    this.#length = length;
    return performance.now() - this.#changedMs;
  }
}

function isPageSnapshot(value: unknown): value is PageSnapshot {
  return isRecord(value) && 'textLength' in value && 'isParsed' in value && 'hasPlaceholder' in value;
}
