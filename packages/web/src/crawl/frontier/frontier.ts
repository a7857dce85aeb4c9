import { classifyUrl } from '../urls/classify-url.ts';
import type { DiscoveredLink, UrlStore } from './url-store.ts';

/** What a crawl visits next. */
export interface Frontier {
  push(link: DiscoveredLink): void;
  /** Takes the next page out of the line; undefined when there is none now. */
  next(): DiscoveredLink | undefined;
  /** True when pages wait. */
  hasPending(): boolean;
  readonly length: number;
}

/** Pages that links led to go first, in the order they were found; then those that only sitemaps and feeds name. */
export function createFrontier(links: UrlStore): Frontier {
  const linked: DiscoveredLink[] = [];
  let head = 0;
  let cursor = 0;
  const peek = (): DiscoveredLink | undefined => {
    for (; head < linked.length; head++) if (isOpen(linked[head])) return linked[head];
    for (let link = links.at(cursor); link; link = links.at(++cursor)) {
      if (link.depth === null && isOpen(link)) return link;
    }
    return undefined;
  };
  return {
    push: (link) => {
      if (classifyUrl(link.url) === 'page') linked.push(link);
    },
    next: () => {
      const link = peek();
      if (link) link.visited = true;
      return link;
    },
    hasPending: () => peek() !== undefined,
    get length() {
      return linked.length - head;
    },
  };
}

function isOpen(link: DiscoveredLink | undefined): boolean {
  return (
    link !== undefined && !link.visited && !link.removed && link.follow && classifyUrl(link.url) === 'page'
  );
}
