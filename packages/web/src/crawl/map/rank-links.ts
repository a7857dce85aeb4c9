import { roundScore } from '@quern/runtime/round-score';
import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { decodeUrlText } from '../urls/normalize-url.ts';

/** The properties that a link is ranked by. */
export interface RankableLink {
  readonly url: string;
  /** '' when unknown. */
  readonly title: string;
  /** Text of links to it; '' when unknown. */
  readonly text: string;
}

/** The common constants of Okapi BM25 (Robertson and Zaragoza 2009). */
const k1 = 1.2;
const b = 0.75;
const titleWeight = 2;
const prefixWeight = 0.6;
const prefixLengthMin = 3;
const termsMax = 32;
/** Maximum number of words of a title or URL; each is compared with each term. */
const wordsMax = 256;
/** Titles and URLs that are kept are shorter. */
const textLengthMax = 4096;

/** The links that match a search. */
export interface Ranking<Link> {
  /** The best links with their scores, in descending order. */
  readonly best: readonly { readonly link: Link; readonly score: number }[];
  /** All links that match, in the given order. */
  readonly matching: readonly Link[];
}

/**
 * Ranks links for a search by BM25 over the words of URL, title and link text. Links without any of the words are left
 * out. Case and diacritics are ignored, and prefixes of words count as weaker matches. The score is multiplied by the
 * share of the search's words that match, so that all words rank above one frequent word. Yields to the event loop.
 *
 * @param bestMax maximum number of links in `best`
 */
export async function rankLinks<Link extends RankableLink>(
  links: readonly Link[],
  search: string,
  bestMax: number,
): Promise<Ranking<Link>> {
  const terms = [...new Set(wordsOf(search))].slice(0, termsMax);
  if (terms.length === 0) {
    return { best: links.slice(0, bestMax).map((link) => ({ link, score: 0 })), matching: links };
  }
  const matching: Link[] = [];
  // One row per matching link: its length and the frequencies of the terms. There may be 120,000 links.
  const width = terms.length + 1;
  const table = new Float32Array(links.length * width);
  const matchCounts = terms.map(() => 0);
  let lengthSum = 0;
  for (const link of links) {
    const pause = yieldIfDue();
    if (pause) await pause;
    const { words, length } = weighWords(link);
    lengthSum += length;
    const frequencies = terms.map((term) => frequency(words, term));
    if (frequencies.every((value) => value === 0)) continue;
    table.set([length, ...frequencies], matching.length * width);
    frequencies.forEach((value, index) => {
      if (value > 0) matchCounts[index] = (matchCounts[index] ?? 0) + 1;
    });
    matching.push(link);
  }
  const meanLength = Math.max(1, lengthSum / Math.max(1, links.length));
  const idf = matchCounts.map((count) => Math.log(1 + (links.length - count + 0.5) / (count + 0.5)));
  const best = new TopK<Link>(bestMax);
  for (const [row, link] of matching.entries()) {
    const pause = yieldIfDue();
    if (pause) await pause;
    const [length = 0, ...frequencies] = table.subarray(row * width, (row + 1) * width);
    best.add({ link, score: scoreOf(frequencies, length / meanLength, idf) });
  }
  return { best: best.list(), matching };
}

/** Creates a function that returns whether a URL contains a word of the search. */
export function createUrlFilter(search: string): (url: string) => boolean {
  const terms = [...new Set(wordsOf(search))].slice(0, termsMax);
  return (url) => {
    const { words } = weighWords({ url, title: '', text: '' });
    return terms.length === 0 || terms.some((term) => frequency(words, term) > 0);
  };
}

function scoreOf(frequencies: readonly number[], length: number, idf: readonly number[]): number {
  const matched = frequencies.filter((value) => value > 0).length;
  const sum = frequencies.reduce(
    (total, value, index) =>
      total + ((idf[index] ?? 0) * value * (k1 + 1)) / (value + k1 * (1 - b + b * length)),
    0,
  );
  return roundScore(sum * (matched / frequencies.length));
}

interface Scored<Link> {
  readonly link: Link;
  readonly score: number;
}

/** Keeps the best links without sorting all of them, which would block the event loop. */
class TopK<Link extends RankableLink> {
  readonly #count: number;
  #kept: Scored<Link>[] = [];
  /** Score of the worst link that is kept, once there are enough. */
  #worstScore = Number.NEGATIVE_INFINITY;

  constructor(count: number) {
    this.#count = count;
  }

  add(item: Scored<Link>): void {
    if (item.score < this.#worstScore) return;
    this.#kept.push(item);
    if (this.#kept.length >= 2 * this.#count) this.#prune();
  }

  /** The best links, in descending order of score; of equal scores, the shorter URL first. */
  list(): Scored<Link>[] {
    this.#prune();
    return this.#kept;
  }

  #prune(): void {
    this.#kept.sort(
      (left, right) => right.score - left.score || left.link.url.length - right.link.url.length,
    );
    this.#kept = this.#kept.slice(0, this.#count);
    if (this.#kept.length === this.#count) this.#worstScore = this.#kept.at(-1)?.score ?? this.#worstScore;
  }
}

/** The words of a link and their weights. */
interface WeighedWords {
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

function weighWords(link: RankableLink): WeighedWords {
  const words = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      words.set(word, (words.get(word) ?? 0) + weight);
      length += weight;
    }
  };
  const url = URL.parse(link.url);
  add(
    url
      ? decodeUrlText(`${url.hostname.split('.').slice(0, -1).join(' ')} ${url.pathname} ${url.search}`)
      : link.url,
    1,
  );
  add(`${link.title} ${link.text}`, titleWeight);
  return { words, length };
}

/** Weighted frequency of a term, including prefixes and singular forms. */
function frequency(words: ReadonlyMap<string, number>, term: string): number {
  let sum = words.get(term) ?? 0;
  if (term.length < prefixLengthMin) return sum;
  for (const [word, weight] of words) {
    if (word !== term && word.startsWith(term)) sum += weight * prefixWeight;
    else if (word.length >= prefixLengthMin && isPlural(term, word)) sum += weight * prefixWeight;
  }
  return sum;
}

/** Whether a term is the plural of a word: `prices` matches `price`. */
function isPlural(term: string, word: string): boolean {
  const suffixLength = term.length - word.length;
  if (suffixLength !== 1 && suffixLength !== 2) return false;
  return term.startsWith(word) && term.endsWith(suffixLength === 1 ? 's' : 'es');
}

function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, textLengthMax)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu)?.slice(0, wordsMax) ?? [];
}
