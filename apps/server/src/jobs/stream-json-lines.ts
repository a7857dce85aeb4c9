import { setTimeout as sleep } from 'node:timers/promises';

/** Stored items that are streamed as lines of JSON. */
export interface JsonLinesSource<Item> {
  /** Lists items after a position, in the order of their positions. */
  readonly list: (after: number, limit: number) => Promise<readonly Item[]>;
  /** Returns the position of an item, after which another call can continue. */
  readonly positionOf: (item: Item) => number;
  /** Returns a line, with its end. */
  readonly encode: (item: Item) => string | Promise<string>;
  /** Position of the last item that the client has received; 0 for none. */
  readonly after: number;
  /** Maximum number of items. */
  readonly limit: number;
  /** Returns whether further items may come. */
  readonly mustWait: () => Promise<boolean>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

const pageLength = 100;
const intervalMs = 250;

/** Streams items as lines of JSON, and waits for further ones. One line is in memory at a time. */
export async function* streamJsonLines<Item>({
  list,
  positionOf,
  encode,
  after,
  limit,
  mustWait,
  signal,
}: JsonLinesSource<Item>): AsyncGenerator<string> {
  let last = after;
  let remaining = limit;
  while (remaining > 0 && !signal.aborted) {
    // Before the items: those of work that has ended now are among them.
    const canWait = await mustWait();
    const page = await list(last, Math.min(pageLength, remaining));
    for (const item of page) {
      yield await encode(item);
      last = positionOf(item);
    }
    remaining -= page.length;
    if (page.length > 0) continue;
    if (!canWait) return;
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}
