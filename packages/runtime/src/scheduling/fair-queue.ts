interface Flow<Item> {
  /** Milliseconds of work this flow has had, in virtual time. */
  virtualTime: number;
  readonly items: Item[];
}

/**
 * Waiting work of several flows (API keys, say), in the order of start-time fair queueing: the flow that has had least
 * is next, and one that was idle gets no credit for it, so that every active flow has the same share, whatever it has waiting.
 * (Goyal, Vin, Cheng: Start-time Fair Queuing, SIGCOMM 1996.) Within a flow: first in, first out.
 */
export class FairQueue<Item> {
  readonly #flows = new Map<string, Flow<Item>>();
  #virtualTime = 0;
  #length = 0;

  /** Items that wait. */
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

  /** Takes an item out. @returns whether it was waiting */
  remove(flow: string, item: Item): boolean {
    const items = this.#flows.get(flow)?.items ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    this.#length -= 1;
    return true;
  }

  /** Takes the next item that is eligible; undefined when there is none. */
  dequeue(isEligible: (item: Item) => boolean = () => true): Item | undefined {
    let next: { flow: Flow<Item>; at: number } | undefined;
    for (const flow of this.#flows.values()) {
      if (next !== undefined && flow.virtualTime >= next.flow.virtualTime) continue;
      const at = flow.items.findIndex(isEligible);
      if (at >= 0) next = { flow, at };
    }
    if (next === undefined) return undefined;
    this.#virtualTime = Math.max(this.#virtualTime, next.flow.virtualTime);
    const [item] = next.flow.items.splice(next.at, 1);
    this.#length -= 1;
    return item;
  }

  /** Adds to what a flow has had; a negative amount corrects an earlier estimate. */
  charge(flow: string, ms: number): void {
    const found = this.#flow(flow);
    found.virtualTime = Math.max(0, found.virtualTime + ms);
    this.#advance(found);
    if (this.#flows.size > 1024) this.#prune();
  }

  /** Whether items of another flow wait. */
  hasOtherFlow(flow: string): boolean {
    return this.#length > (this.#flows.get(flow)?.items.length ?? 0);
  }

  /** Takes out everything that waits. */
  clear(): Item[] {
    const items = [...this.#flows.values()].flatMap((flow) => flow.items.splice(0));
    this.#length = 0;
    return items;
  }

  /** Lets the virtual time follow the flow that has had least of those that wait; a flow that works alone builds up no debt. */
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

  /** Forgets idle flows that would begin at the present virtual time anyway. */
  #prune(): void {
    for (const [name, flow] of this.#flows) {
      if (flow.items.length === 0 && flow.virtualTime <= this.#virtualTime) this.#flows.delete(name);
    }
  }
}
