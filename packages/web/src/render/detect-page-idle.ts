/** The state of a page in the browser at one moment. */
export interface PageState {
  /** Milliseconds of a monotonic clock. */
  readonly atMs: number;
  readonly textLength: number;
  /** Whether it shows skeletons, spinners or a loading message. Default false. */
  readonly hasPlaceholder?: boolean;
  /** Whether the document has been parsed to its end. */
  readonly isParsed: boolean;
  /** Pending requests for scripts, data and documents. */
  readonly openRequests: number;
}

/** The page is idle when network and text have not changed for this long. */
const networkIdleMs = 500;
/** The page is idle when the text has not changed for this long, even if requests go on (polling, streams, analytics). */
const textStableMs = 2000;
/** Wait this long on an almost empty page: a timer may still render it. */
const emptyPageMs = 12_000;
/** Wait this long on a page with text and a placeholder, which may be that of a widget. */
const placeholderMs = 5000;
/** Up to this text length a page counts as almost empty. */
const emptyTextMax = 40;

/** Detects when a page has stopped changing, from observations in chronological order. */
export class PageIdleDetector {
  #textLength = -1;
  #textChangedMs: number;
  #lastRequestMs: number;
  #parsedMs: number | undefined;

  /** @param startMs when the observation starts, on the clock of `PageState.atMs` */
  constructor(startMs: number) {
    this.#textChangedMs = startMs;
    this.#lastRequestMs = startMs;
  }

  /** Records a state of the page. @returns whether the page is idle */
  observe(state: PageState): boolean {
    if (state.textLength !== this.#textLength) {
      this.#textLength = state.textLength;
      this.#textChangedMs = state.atMs;
    }
    if (state.openRequests > 0) this.#lastRequestMs = state.atMs;
    if (!state.isParsed) return false;
    this.#parsedMs ??= state.atMs;
    const stableMs = state.atMs - Math.max(this.#textChangedMs, this.#parsedMs);
    const idleMs = Math.min(stableMs, state.atMs - this.#lastRequestMs);
    if (this.#textLength <= emptyTextMax) return idleMs >= emptyPageMs;
    if (state.hasPlaceholder === true) return idleMs >= placeholderMs;
    return idleMs >= networkIdleMs || stableMs >= textStableMs;
  }
}
