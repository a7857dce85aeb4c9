/** Where an item waits. */
export interface QueueOptions {
  /** Order within the flow, lowest first; equal ones in order of arrival. Default: in order of arrival. */
  readonly rank?: number;
  /** Whether the item is, at this time, served after those of all other flows that are not deferred. */
  readonly isDeferred?: (() => boolean) | undefined;
}

interface Entry<Item> {
  readonly item: Item;
  readonly rank: number;
  readonly isDeferred: () => boolean;
}

const never = (): boolean => false;

interface Flow<Item> {
  /** Work the flow has received, in milliseconds of virtual time. */
  virtualTime: number;
  /** By rank. */
  readonly entries: Entry<Item>[];
}

/**
 * Waiting work of several flows, such as API keys, in the order of start-time fair queuing (Goyal, Vin and Cheng 1996,
 * "Start-time Fair Queuing", SIGCOMM): the flow that has received the least work is next. An idle flow earns no credit, so
 * every active flow gets the same share, regardless of the length of its queue. Within a flow: by rank.
 */
export class FairQueue<Item> {
  readonly #flows = new Map<string, Flow<Item>>();
  #virtualTime = 0;
  #length = 0;

  /** Number of waiting items. */
  get length(): number {
    return this.#length;
  }

  /** Adds an item to its flow. */
  enqueue(flow: string, item: Item, { rank = 0, isDeferred = never }: QueueOptions = {}): void {
    const found = this.#flow(flow);
    const { entries } = found;
    if (entries.length === 0) found.virtualTime = Math.max(found.virtualTime, this.#virtualTime);
    entries.splice(placeOf(rank, entries), 0, { item, rank, isDeferred });
    this.#length += 1;
  }

  /** Removes a waiting item. @returns whether it was waiting */
  remove(flow: string, item: Item): boolean {
    const entries = this.#flows.get(flow)?.entries ?? [];
    const index = entries.findIndex((entry) => entry.item === item);
    if (index < 0) return false;
    entries.splice(index, 1);
    this.#length -= 1;
    return true;
  }

  /** Removes and returns the next eligible item; undefined when there is none. */
  dequeue(isEligible: (item: Item) => boolean = () => true): Item | undefined {
    let next: { flow: Flow<Item>; index: number; isDeferred: boolean } | undefined;
    for (const flow of this.#flows.values()) {
      const isLater = next !== undefined && flow.virtualTime >= next.flow.virtualTime;
      if (isLater && next?.isDeferred === false) continue;
      const index = flow.entries.findIndex(({ item }) => isEligible(item));
      const entry = flow.entries[index];
      if (entry === undefined) continue;
      const isDeferred = entry.isDeferred();
      const isBetter = next === undefined || (next.isDeferred === isDeferred ? !isLater : next.isDeferred);
      if (isBetter) next = { flow, index, isDeferred };
    }
    if (next === undefined) return undefined;
    this.#virtualTime = Math.max(this.#virtualTime, next.flow.virtualTime);
    const [entry] = next.flow.entries.splice(next.index, 1);
    this.#length -= 1;
    return entry?.item;
  }

  /** Charges a flow for work; a negative amount corrects an earlier estimate. */
  charge(flow: string, ms: number): void {
    const found = this.#flow(flow);
    found.virtualTime = Math.max(0, found.virtualTime + ms);
    this.#advance(found);
    if (this.#flows.size > 1024) this.#prune();
  }

  /** Whether items of other flows are waiting. */
  hasOtherFlow(flow: string): boolean {
    return this.#length > (this.#flows.get(flow)?.entries.length ?? 0);
  }

  /** Returns the waiting item of a flow with the lowest rank. */
  first(flow: string): Item | undefined {
    return this.#flows.get(flow)?.entries[0]?.item;
  }

  /** Removes and returns all waiting items. */
  clear(): Item[] {
    const items = [...this.#flows.values()].flatMap(({ entries }) =>
      entries.splice(0).map(({ item }) => item),
    );
    this.#length = 0;
    return items;
  }

  /** Advances the virtual time to the waiting flow with the least work. A flow that works alone thus accrues no debt. */
  #advance(charged: Flow<Item>): void {
    let least = charged.virtualTime;
    for (const flow of this.#flows.values()) {
      if (flow.entries.length > 0) least = Math.min(least, flow.virtualTime);
    }
    this.#virtualTime = Math.max(this.#virtualTime, least);
  }

  #flow(name: string): Flow<Item> {
    let flow = this.#flows.get(name);
    if (flow === undefined) {
      flow = { virtualTime: this.#virtualTime, entries: [] };
      this.#flows.set(name, flow);
    }
    return flow;
  }

  /** Removes idle flows that would start at the current virtual time anyway. */
  #prune(): void {
    for (const [name, flow] of this.#flows) {
      if (flow.entries.length === 0 && flow.virtualTime <= this.#virtualTime) this.#flows.delete(name);
    }
  }
}

/** Finds the place of a rank among entries by rank, after equal ones. */
function placeOf(rank: number, entries: readonly Entry<unknown>[]): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.rank ?? 0) <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
