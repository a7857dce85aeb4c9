/** What a look at a page in the browser found. */
export interface PageState {
  /** Milliseconds of a clock that only goes forward. */
  readonly atMs: number;
  readonly textLength: number;
  /** True when the document has been read to its end. */
  readonly isParsed: boolean;
  /** Requests for scripts, data and documents that are under way. */
  readonly openRequests: number;
}

/** Nothing has moved for so long: neither the network nor the text. */
const quietMs = 500;
/** The text has stood for so long although the network goes on (polling, streams, statistics). */
const stillMs = 2000;
/** A page that shows next to nothing is given so long, since timers may yet fill it. */
const emptyMs = 3000;
const emptyTextMax = 40;

/** Tells when a page has stopped changing. Given one look after another. */
export function createIdleDetector(startMs: number): (look: PageState) => boolean {
  let textLength = -1;
  let textSince = startMs;
  let busySince = startMs;
  let parsedSince: number | undefined;
  return (look) => {
    if (look.textLength !== textLength) {
      textLength = look.textLength;
      textSince = look.atMs;
    }
    if (look.openRequests > 0) busySince = look.atMs;
    if (!look.isParsed) return false;
    parsedSince ??= look.atMs;
    const still = look.atMs - Math.max(textSince, parsedSince);
    const quiet = Math.min(still, look.atMs - busySince);
    if (textLength <= emptyTextMax) return quiet >= emptyMs;
    return quiet >= quietMs || still >= stillMs;
  };
}
