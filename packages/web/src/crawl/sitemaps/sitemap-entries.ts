import type { SitemapBudget } from './sitemap-budget.ts';

/** A URL in a sitemap or feed: a page of the site, or another sitemap. */
export type SitemapEntry =
  | { readonly kind: 'page'; readonly url: string; readonly lastModified: string }
  | { readonly kind: 'sitemap'; readonly url: string };

/** The protocol allows 50,000 URLs, each with its translations, and some sites put all of theirs into one file. */
const fileEntriesMax = 250_000;

/** The entries of one file that have been parsed and not taken yet. */
export class SitemapEntries {
  readonly #entries: SitemapEntry[] = [];
  #count = 0;
  #isStopped = false;

  /** Whether the rest of the file is not read. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Stops the reading of the file. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Adds an entry, and stops the reading at the maximum number. */
  add(entry: SitemapEntry): void {
    if (this.#count >= fileEntriesMax) this.stop();
    if (this.#isStopped) return;
    this.#count++;
    this.#entries.push(entry);
  }

  /** Removes and returns the entries. Their number is taken from the budget, which stops the reading when spent. */
  take(budget: SitemapBudget): SitemapEntry[] {
    const taken = this.#entries.splice(0);
    budget.entries -= taken.length;
    if (budget.entries <= 0) this.stop();
    return taken;
  }
}
