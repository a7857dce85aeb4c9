import { type Signal, signal } from '@preact/signals';
import type { SiteFolder } from './site-tree.ts';

/** Whether all, some or none of a group of pages are selected. */
export type SelectionState = 'all' | 'some' | 'none';

/** The pages of a site map that are selected, by URL. */
export class PageSelection {
  readonly #urls: Signal<ReadonlySet<string>> = signal(new Set());

  /** The URLs in the order in which they were selected. */
  get urls(): ReadonlySet<string> {
    return this.#urls.value;
  }

  /** Returns how many of some pages are selected, roughly. An empty group has none. */
  stateOf(urls: readonly string[]): SelectionState {
    const selected = this.#urls.value;
    const count = urls.reduce((sum, url) => sum + (selected.has(url) ? 1 : 0), 0);
    if (count === 0) return 'none';
    return count === urls.length ? 'all' : 'some';
  }

  /** Adds pages to the selection, or removes them from it. */
  set(urls: readonly string[], isSelected: boolean): void {
    const selected = new Set(this.#urls.value);
    for (const url of urls) {
      if (isSelected) selected.add(url);
      else selected.delete(url);
    }
    this.#urls.value = selected;
  }
}

/** Returns the URLs of all pages of a folder and of those below it. */
export function listPageUrls(folder: SiteFolder): string[] {
  return [...folder.folders.flatMap(listPageUrls), ...folder.pages.map(({ url }) => url)];
}
