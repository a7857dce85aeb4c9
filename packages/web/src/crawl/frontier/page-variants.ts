import { foldKey, type UrlVariation } from '../urls/url-variants.ts';
import { hash53 } from './hash53.ts';
import { isSamePage, type PageSketch } from './page-sketch.ts';

/** A visited page: its URL's key, and the content it was found with. */
interface Visit<Link> {
  readonly link: Link;
  readonly key: string;
  readonly sketch: PageSketch;
}

/** Equal pages, without a different one, after which a host is taken to ignore a variation: it costs no more requests. */
const confirmationsMin = 16;
/** Maximum number of different pages whose folded keys are equal. */
const groupMax = 8;

/**
 * Recognizes pages that were visited under several URLs, such as `/` and `/index.html`: pages with equal content whose
 * URLs differ only in variations that many servers ignore. Nothing is assumed: each pair is compared, until a host has
 * proved often enough that it ignores the variation.
 */
export class PageVariants<Link extends object> {
  /** Visited pages by hash of their folded key. */
  readonly #groups = new Map<number, Visit<Link>[]>();
  /** Number of pairs by host and variation; NaN after a pair of different pages. */
  readonly #confirmations = new Map<string, number>();
  #hasIgnored = false;

  /** Removes from a key the variations that its host is known to ignore. */
  fold(key: string): string {
    if (!this.#hasIgnored) return key;
    return foldKey(key, (variation) => this.#isIgnored(key, variation)).key;
  }

  /**
   * Remembers a visited page.
   *
   * @returns the page with equal content that was visited under a variant of its URL
   */
  record(link: Link, key: string, sketch: PageSketch): Link | undefined {
    const visit = { link, key, sketch };
    const group = this.#groupOf(key);
    const same = group.find((other) => isSamePage(other.sketch, sketch));
    for (const other of group) this.#count(key, other.key, other === same);
    if (!same && group.length < groupMax) group.push(visit);
    return same?.link;
  }

  #groupOf(key: string): Visit<Link>[] {
    const hash = hash53(foldKey(key, () => true).key);
    let group = this.#groups.get(hash);
    if (!group) {
      group = [];
      this.#groups.set(hash, group);
    }
    return group;
  }

  /** Counts a pair of pages for each variation in which their URLs differ. */
  #count(left: string, right: string, isSame: boolean): void {
    const leftVariations = foldKey(left, () => true).variations;
    const rightVariations = foldKey(right, () => true).variations;
    const differing = [...leftVariations, ...rightVariations].filter(
      (variation) => leftVariations.includes(variation) !== rightVariations.includes(variation),
    );
    for (const variation of differing) {
      const name = confirmationName(left, variation);
      // A pair that differs in two variations does not show which of them matters.
      if (!isSame && differing.length > 1) continue;
      const count = isSame ? (this.#confirmations.get(name) ?? 0) + 1 : Number.NaN;
      this.#confirmations.set(name, count);
      if (count >= confirmationsMin) this.#hasIgnored = true;
    }
  }

  #isIgnored(key: string, variation: UrlVariation): boolean {
    return (this.#confirmations.get(confirmationName(key, variation)) ?? 0) >= confirmationsMin;
  }
}

function confirmationName(key: string, variation: UrlVariation): string {
  const host = key.slice(0, key.search(/[/?]|$/)).replace(/^www\./, '');
  return `${variation} ${host}`;
}
