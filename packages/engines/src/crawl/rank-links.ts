import { unescapeText } from './normalise-url.ts';

export interface Rankable {
  readonly url: string;
  /** Title or link text, '' when unknown. */
  readonly title: string;
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
export function rankLinks<Link extends Rankable>(
  links: readonly Link[],
  search: string,
): { link: Link; score: number }[] {
  const terms = [...new Set(wordsOf(search))];
  if (terms.length === 0) return links.map((link) => ({ link, score: 0 }));
  const documents = links.map((link) => weighWords(link));
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const matches = documents.map((document) => terms.map((term) => frequency(document.words, term)));
  const idf = terms.map((_, index) => {
    const holding = matches.reduce((count, row) => count + ((row[index] ?? 0) > 0 ? 1 : 0), 0);
    return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
  });
  return links
    .map((link, row) => {
      const length = (documents[row]?.length ?? 0) / Math.max(1, meanLength);
      const frequencies = matches[row] ?? [];
      const held = frequencies.filter((value) => value > 0).length;
      const sum = frequencies.reduce(
        (total, value, index) =>
          total + ((idf[index] ?? 0) * value * (k1 + 1)) / (value + k1 * (1 - b + b * length)),
        0,
      );
      return { link, score: Number((sum * (held / terms.length)).toFixed(4)), held };
    })
    .filter(({ held }) => held > 0)
    .sort((left, right) => right.score - left.score || left.link.url.length - right.link.url.length)
    .map(({ link, score }) => ({ link, score }));
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
  add(link.title, titleWeight);
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
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
