import { breathe } from './breathe.ts';
import { unescapeText } from './normalise-url.ts';

export interface Rankable {
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

/**
 * Ranks addresses for a search by the words of address and title, best first; what has none of the words
 * is left out. Case and diacritics do not matter; the beginning of a word counts as a weaker match. Having
 * all the words counts more than having one of them often.
 */
export async function rankLinks<Link extends Rankable>(
  links: readonly Link[],
  search: string,
): Promise<{ link: Link; score: number }[]> {
  const terms = [...new Set(wordsOf(search))];
  if (terms.length === 0) return links.map((link) => ({ link, score: 0 }));
  const matches: Match<Link>[] = [];
  const holding = terms.map(() => 0);
  let lengthSum = 0;
  for (const link of links) {
    const pause = breathe();
    if (pause) await pause;
    const { words, length } = weighWords(link);
    lengthSum += length;
    const frequencies = terms.map((term) => frequency(words, term));
    if (frequencies.every((value) => value === 0)) continue;
    frequencies.forEach((value, index) => {
      if (value > 0) holding[index] = (holding[index] ?? 0) + 1;
    });
    matches.push({ link, frequencies, length });
  }
  const meanLength = lengthSum / Math.max(1, links.length);
  const idf = holding.map((count) => Math.log(1 + (links.length - count + 0.5) / (count + 0.5)));
  return matches
    .map((match) => ({ link: match.link, score: scoreOf(match, idf, meanLength) }))
    .sort((left, right) => right.score - left.score || left.link.url.length - right.link.url.length);
}

interface Match<Link> {
  readonly link: Link;
  /** By term of the search. */
  readonly frequencies: readonly number[];
  readonly length: number;
}

function scoreOf(match: Match<Rankable>, idf: readonly number[], meanLength: number): number {
  const { frequencies } = match;
  const length = match.length / Math.max(1, meanLength);
  const held = frequencies.filter((value) => value > 0).length;
  const sum = frequencies.reduce(
    (total, value, index) =>
      total + ((idf[index] ?? 0) * value * (k1 + 1)) / (value + k1 * (1 - b + b * length)),
    0,
  );
  return Number((sum * (held / frequencies.length)).toFixed(4));
}

interface WeighedWords {
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

function weighWords(link: Rankable): WeighedWords {
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
      ? unescapeText(`${url.hostname.split('.').slice(0, -1).join(' ')} ${url.pathname} ${url.search}`)
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
    else if (word.length >= prefixLengthMin && word !== term && isPlural(term, word))
      sum += weight * prefixWeight;
  }
  return sum;
}

/** `prices` finds `price`. */
function isPlural(term: string, word: string): boolean {
  return term === `${word}s` || term === `${word}es`;
}

function wordsOf(text: string): string[] {
  const plain = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
