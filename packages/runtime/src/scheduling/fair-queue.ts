interface Flow<Item> {
  /** Work the flow has received, in milliseconds of virtual time. */
  virtualTime: number;
  readonly items: Item[];
}

/**
 * Waiting work of several flows, such as API keys, in the order of start-time fair queuing (Goyal, Vin and Cheng 1996,
 * "Start-time Fair Queuing", SIGCOMM): the flow that has received the least work is next. An idle flow earns no credit, so
 * every active flow gets the same share, regardless of the length of its queue. Within a flow: first in, first out.
 */
export class FairQueue<Item> {
  readonly #flows = new Map<string, Flow<Item>>();
  #virtualTime = 0;
  #length = 0;

  /** Number of waiting items. */
  get length(): number {
    return this.#length;
  }

  /** Adds an item to the end of its flow, or to its front. */
  enqueue(flow: string, item: Item, atFront = false): void {
    const found = this.#flow(flow);
    if (found.items.length === 0) found.virtualTime = Math.max(found.virtualTime, this.#virtualTime);
    if (atFront) found.items.unshift(item);
    else found.items.push(item);
    this.#length += 1;
  }

  /** Removes a waiting item. @returns whether it was waiting */
  remove(flow: string, item: Item): boolean {
    const items = this.#flows.get(flow)?.items ?? [];
    const index = items.indexOf(item);
    if (index < 0) return false;
    items.splice(index, 1);
    this.#length -= 1;
    return true;
  }

  /** Removes and returns the next eligible item; undefined when there is none. */
  dequeue(isEligible: (item: Item) => boolean = () => true): Item | undefined {
    let next: { flow: Flow<Item>; index: number } | undefined;
    for (const flow of this.#flows.values()) {
      if (next !== undefined && flow.virtualTime >= next.flow.virtualTime) continue;
      const index = flow.items.findIndex(isEligible);
      if (index >= 0) next = { flow, index };
    }
    if (next === undefined) return undefined;
    this.#virtualTime = Math.max(this.#virtualTime, next.flow.virtualTime);
    const [item] = next.flow.items.splice(next.index, 1);
    this.#length -= 1;
    return item;
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
    return this.#length > (this.#flows.get(flow)?.items.length ?? 0);
  }

  /** Removes and returns all waiting items. */
  clear(): Item[] {
    const items = [...this.#flows.values()].flatMap((flow) => flow.items.splice(0));
    this.#length = 0;
    return items;
  }

  /** Advances the virtual time to the waiting flow with the least work. A flow that works alone thus accrues no debt. */
  #advance(charged: Flow<Item>): void {
    let least = charged.virtualTime;
    for (const flow of this.#flows.values()) {
      if (flow.items.length > 0) least = Math.min(least, flow.virtualTime);
    }
    this.#virtualTime = Math.max(this.#virtualTime, least);
  }

  #flow(name: string): Flow<Item> {
    let flow = this.#flows.get(name);
    if (flow === undefined) {
      flow = { virtualTime: this.#virtualTime, items: [] };
      this.#flows.set(name, flow);
    }
    return flow;
  }

  /** Removes idle flows that would start at the current virtual time anyway. */
  #prune(): void {
    for (const [name, flow] of this.#flows) {
      if (flow.items.length === 0 && flow.virtualTime <= this.#virtualTime) this.#flows.delete(name);
    }
  }
}
