import { hash53 } from './hash53.ts';

/** Number of hashes that are kept; the estimate of the similarity has a standard error of at most 0.06. */
const minimaMax = 64;
/** Longer texts and addresses are compared by their beginning. */
const featureLengthMax = 2000;
/** A page with fewer distinct features must be equal in all of them: one text may be all that differs. */
const tolerantFeaturesMin = 40;
/** Dates, counters and advertisements may differ between two requests of a page. */
const similarityMin = 0.95;

/**
 * The content of a page in at most half a kilobyte: the smallest hashes of its texts and the addresses it refers to
 * (bottom-k sketch, Cohen and Kaplan 2007), which estimate the Jaccard similarity of two pages.
 */
export interface PageSketch {
  readonly titleHash: number;
  /** The smallest hashes of features, ascending, without duplicates. */
  readonly minima: Float64Array;
}

/** Builds the sketch of a page while it is scanned, in constant memory. */
export class PageSketchBuilder {
  readonly #minima: number[] = [];
  readonly #origin: RegExp;

  /** @param url URL of the page; its origin is ignored in addresses, so that a copy on another host is equal */
  constructor(url: string) {
    const host = (URL.parse(url)?.host ?? '').replace(/^www\./, '');
    this.#origin = new RegExp(`^(?:https?:)?//(?:www\\.)?${host.replace(/\W/g, '\\$&')}(?=[/?#]|$)`, 'i');
  }

  /** Adds a text of the page. */
  addText(text: string): void {
    const plain = text.slice(0, featureLengthMax).trim();
    if (plain !== '') this.#add(plain);
  }

  /** Adds an address that the page refers to, without its query, which may hold a token. */
  addAddress(address: string | undefined): void {
    if (address === undefined || address === '') return;
    const plain = address
      .slice(0, featureLengthMax)
      .trim()
      .replace(this.#origin, '')
      .replace(/[?#].*/s, '');
    this.#add(`@${plain}`);
  }

  /** @param title title of the page, which must be equal in two copies of it */
  finish(title: string): PageSketch {
    return { titleHash: hash53(title), minima: Float64Array.from(this.#minima) };
  }

  #add(feature: string): void {
    const minima = this.#minima;
    const hash = hash53(feature);
    const last = minima.at(-1) ?? 0;
    if (minima.length >= minimaMax && hash >= last) return;
    let low = 0;
    for (let high = minima.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((minima[middle] ?? 0) < hash) low = middle + 1;
      else high = middle;
    }
    if (minima[low] === hash) return;
    minima.splice(low, 0, hash);
    if (minima.length > minimaMax) minima.pop();
  }
}

/** Whether two sketches are of the same page: equal titles, and equal features, or nearly so if there are many. */
export function isSamePage(left: PageSketch, right: PageSketch): boolean {
  if (left.titleHash !== right.titleHash) return false;
  const similarity = estimateSimilarity(left.minima, right.minima);
  const isLarge = Math.min(left.minima.length, right.minima.length) >= tolerantFeaturesMin;
  return similarity >= (isLarge ? similarityMin : 1);
}

/** The share of common hashes among the smallest of both; exact for pages with no more features than are kept. */
function estimateSimilarity(left: Float64Array, right: Float64Array): number {
  let common = 0;
  let total = 0;
  let leftAt = 0;
  let rightAt = 0;
  while (total < minimaMax && (leftAt < left.length || rightAt < right.length)) {
    const leftHash = left[leftAt] ?? Number.POSITIVE_INFINITY;
    const rightHash = right[rightAt] ?? Number.POSITIVE_INFINITY;
    if (leftHash === rightHash) common++;
    if (leftHash <= rightHash) leftAt++;
    if (rightHash <= leftHash) rightAt++;
    total++;
  }
  return total === 0 ? 1 : common / total;
}
