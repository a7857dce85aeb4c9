import type { FoundLink, LinkCollection } from './link-collection.ts';
import { addressKind } from './page-address.ts';

/** What a crawl visits next. */
export interface VisitQueue {
  push(link: FoundLink): void;
  /** Takes the next page out of the line; undefined when there is none now. */
  next(): FoundLink | undefined;
  /** True when pages wait. */
  waiting(): boolean;
  readonly length: number;
}

/** Pages that links led to go first, in the order they were found; then those that only sitemaps and feeds name. */
export function createVisitQueue(links: LinkCollection): VisitQueue {
  const linked: FoundLink[] = [];
  let head = 0;
  let cursor = 0;
  const peek = (): FoundLink | undefined => {
    for (; head < linked.length; head++) if (isOpen(linked[head])) return linked[head];
    for (let link = links.at(cursor); link; link = links.at(++cursor)) {
      if (link.depth === null && isOpen(link)) return link;
    }
    return undefined;
  };
  return {
    push: (link) => {
      if (addressKind(link.url) === 'page') linked.push(link);
    },
    next: () => {
      const link = peek();
      if (link) link.asked = true;
      return link;
    },
    waiting: () => peek() !== undefined,
    get length() {
      return linked.length - head;
    },
  };
}

function isOpen(link: FoundLink | undefined): boolean {
  return (
    link !== undefined && !link.asked && !link.removed && link.follow && addressKind(link.url) === 'page'
  );
}
