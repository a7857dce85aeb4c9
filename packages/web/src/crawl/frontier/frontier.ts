import { classifyUrl } from '../urls/classify-url.ts';
import type { DiscoveredLink, UrlStore } from './url-store.ts';

/**
 * The pages that a crawl still has to visit: first those that pages link to, in the order they were found
 * (breadth-first), then those that only sitemaps and feeds name.
 */
export class Frontier {
  readonly #store: UrlStore;
  readonly #linked: DiscoveredLink[] = [];
  /** Index of the first linked page that may be open. */
  #linkedIndex = 0;
  /** Index of the first link of the store that may be open. */
  #storeIndex = 0;

  constructor(store: UrlStore) {
    this.#store = store;
  }

  /** Number of linked pages that have not been taken. */
  get length(): number {
    return this.#linked.length - this.#linkedIndex;
  }

  /** Adds a link that a page contains. Links of the store without a depth need not be added. */
  push(link: DiscoveredLink): void {
    if (classifyUrl(link.url) === 'page') this.#linked.push(link);
  }

  /** Takes the next page and marks it as visited; undefined when there is none at present. */
  next(): DiscoveredLink | undefined {
    const link = this.#peek();
    if (link) link.visited = true;
    return link;
  }

  /** Whether there is a next page. */
  hasPending(): boolean {
    return this.#peek() !== undefined;
  }

  #peek(): DiscoveredLink | undefined {
    for (; this.#linkedIndex < this.#linked.length; this.#linkedIndex++) {
      const link = this.#linked[this.#linkedIndex];
      if (link && isOpen(link)) return link;
    }
    for (let link = this.#store.at(this.#storeIndex); link; link = this.#store.at(++this.#storeIndex)) {
      if (link.depth === null && isOpen(link)) return link;
    }
    return undefined;
  }
}

function isOpen(link: DiscoveredLink): boolean {
  return !link.visited && !link.removed && link.follow && classifyUrl(link.url) === 'page';
}
