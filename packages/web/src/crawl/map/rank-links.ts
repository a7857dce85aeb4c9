import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { decodeUrlText } from '../urls/normalize-url.ts';

export interface RankableLink {
  readonly url: string;
  /** '' when unknown */
  readonly title: string;
  /** Of links to it, '' when unknown. */
  readonly text: string;
}

/** Okapi BM25 (Robertson and Zaragoza 2009) with its usual constants. */
const k1 = 1.2;
const b = 0.75;
const titleWeight = 2;
const prefixWeight = 0.6;
const prefixLengthMin = 3;
const termsMax = 32;
/** Of a title or a URL; each is compared with each term. */
const wordsMax = 256;
/** Longer than any title or URL that is kept. */
const textMax = 4096;

export interface Ranking<Link> {
  /** The best, at most as many as were asked for. */
  readonly best: readonly { readonly link: Link; readonly score: number }[];
  /** All that match, in the order given. */
  readonly matching: readonly Link[];
}

/**
 * Ranks addresses for a search by the words of address and title, best first; what has none of the words
 * is left out. Case and diacritics do not matter; the beginning of a word counts as a weaker match. Having
 * all the words counts more than having one of them often.
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
  // Of each matching link its length and the frequencies of the terms: numbers alone, as there may be many.
  const width = terms.length + 1;
  const table = new Float32Array(links.length * width);
  const holding = terms.map(() => 0);
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
      if (value > 0) holding[index] = (holding[index] ?? 0) + 1;
    });
    matching.push(link);
  }
  const meanLength = Math.max(1, lengthSum / Math.max(1, links.length));
  const idf = holding.map((count) => Math.log(1 + (links.length - count + 0.5) / (count + 0.5)));
  const best = createBest<Link>(bestMax);
  for (const [row, link] of matching.entries()) {
    const pause = yieldIfDue();
    if (pause) await pause;
    const [length = 0, ...frequencies] = table.subarray(row * width, (row + 1) * width);
    best.add({ link, score: scoreOf(frequencies, length / meanLength, idf) });
  }
  return { best: best.list(), matching };
}

/** Tells addresses that have a word of the search from those that have none. */
export function createUrlFilter(search: string): (url: string) => boolean {
  const terms = [...new Set(wordsOf(search))].slice(0, termsMax);
  return (url) => {
    const { words } = weighWords({ url, title: '', text: '' });
    return terms.length === 0 || terms.some((term) => frequency(words, term) > 0);
  };
}

function scoreOf(frequencies: readonly number[], length: number, idf: readonly number[]): number {
  const held = frequencies.filter((value) => value > 0).length;
  const sum = frequencies.reduce(
    (total, value, index) =>
      total + ((idf[index] ?? 0) * value * (k1 + 1)) / (value + k1 * (1 - b + b * length)),
    0,
  );
  return Number((sum * (held / frequencies.length)).toFixed(4));
}

interface Scored<Link> {
  readonly link: Link;
  readonly score: number;
}

/** Keeps the best of many without ever sorting them all: the loop would be held for that long. */
function createBest<Link extends RankableLink>(
  most: number,
): { add(item: Scored<Link>): void; list(): Scored<Link>[] } {
  let kept: Scored<Link>[] = [];
  let worst = Number.NEGATIVE_INFINITY;
  const cut = () => {
    kept.sort((left, right) => right.score - left.score || left.link.url.length - right.link.url.length);
    kept = kept.slice(0, most);
    if (kept.length === most) worst = kept.at(-1)?.score ?? worst;
  };
  return {
    add: (item) => {
      if (item.score < worst) return;
      kept.push(item);
      if (kept.length >= 2 * most) cut();
    },
    list: () => {
      cut();
      return kept;
    },
  };
}

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

function frequency(words: ReadonlyMap<string, number>, term: string): number {
  let sum = words.get(term) ?? 0;
  if (term.length < prefixLengthMin) return sum;
  for (const [word, weight] of words) {
    if (word !== term && word.startsWith(term)) sum += weight * prefixWeight;
    else if (word.length >= prefixLengthMin && isPlural(term, word)) sum += weight * prefixWeight;
  }
  return sum;
}

/** `prices` finds `price`. */
function isPlural(term: string, word: string): boolean {
  const added = term.length - word.length;
  if (added !== 1 && added !== 2) return false;
  return term.startsWith(word) && term.endsWith(added === 1 ? 's' : 'es');
}

function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, textMax)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu)?.slice(0, wordsMax) ?? [];
}
