import scales from '../lexicon/scale-words.data.json' with { type: 'json' };
import { alternation, cachedRegex, wordEnd } from '../regex-builder.ts';
import type { LexiconLanguage, RuleContext } from '../rule-context.ts';
import { numberWords } from './number-words.ts';
import { digitsSource, parseNumber, shiftDecimal } from './parse-number.ts';
import { parseNumberWords } from './parse-number-words.ts';

/** A number of any writing, which what stands beside it makes a price, a share, a quantity or a span of time. */
export interface Numeral {
  readonly startIndex: number;
  readonly endIndex: number;
  /** Plain decimal. */
  readonly value: string;
  /** The upper end of a range written with a dash: `5–10`. */
  readonly upper?: string;
  readonly form: 'digits' | 'words' | 'article' | 'pronoun' | 'half';
  /** Of words: whose they are. */
  readonly language?: LexiconLanguage;
  /** With "million" and the like. */
  readonly scaled: boolean;
}

const dash = '[ \\u00a0]?[-\\u2013\\u2014][ \\u00a0]?';
const digits = `(?<![\\p{L}\\p{N}_#@]|[\\p{L}\\p{N}][.,:/-])([-+\\u2212](?<=(?:^|[\\s(])[-+\\u2212]))?(${digitsSource})(?:${dash}(${digitsSource})(?![-\\u2013]\\d))?(?![\\p{N}_]|[.,]\\d)`;

/** Every number of the text, in order of writing by kind: in digits, then in words. */
export function findNumerals(text: string, context: RuleContext): Numeral[] {
  const found = [...inDigits(text, context)];
  for (const language of context.lexiconLanguages) {
    for (const amount of inWords(text, language, context)) found.push(amount);
  }
  return found;
}

function* inDigits(text: string, context: RuleContext): Generator<Numeral> {
  const scale = scalePattern(context);
  for (const match of text.matchAll(cachedRegex(digits))) {
    const [whole, sign = '', first = '', second] = match;
    const end = match.index + whole.length;
    scale.lastIndex = end;
    const scaled = scale.exec(text);
    const places = scaled === null ? 0 : scalePlaces(scaled[1] ?? '', context);
    const value = parseNumber(`${sign}${first}`, context.usesDecimalComma);
    const upper = second === undefined ? undefined : parseNumber(second, context.usesDecimalComma);
    if (value === undefined) continue;
    const base = {
      startIndex: match.index,
      endIndex: end + (scaled?.[0].length ?? 0),
      value: shiftDecimal(value, places),
      form: 'digits' as const,
      scaled: scaled !== null,
    };
    yield upper === undefined ? base : { ...base, upper: shiftDecimal(upper, places) };
  }
}

const scaleSources = new Map<string, string>();

function scalePattern({ lexiconLanguages: tables }: RuleContext): RegExp {
  const key = tables.join();
  const known = scaleSources.get(key);
  if (known !== undefined) return cachedRegex(known, 'iuy');
  const names = tables.flatMap((language) => Object.keys(scales[language]));
  const source = `[ \\u00a0\\u202f-]?(${alternation([...names, ...Object.keys(scales.any)])})${wordEnd}`;
  scaleSources.set(key, source);
  return cachedRegex(source, 'iuy');
}

/** Powers of ten: a German Billion is an English trillion (long and short scale). */
function scalePlaces(name: string, context: RuleContext): number {
  const plain = name.toLowerCase().replace(/[\s\u00a0]/g, ' ');
  for (const table of [...context.lexiconLanguages.map((language) => scales[language]), scales.any]) {
    const places = new Map<string, number>(Object.entries(table)).get(plain);
    if (places !== undefined) return places;
  }
  return 0;
}

function* inWords(text: string, language: LexiconLanguage, context: RuleContext): Generator<Numeral> {
  const { halves } = numberWords(language);
  const half = cachedRegex(`[ \\u00a0]${alternation(halves.after)}${wordEnd}`, 'iuy');
  const foreign = language === 'en' && context.lexiconLanguages[0] !== 'en';
  let end = 0;
  for (const { startIndex, endIndex, value, soleWordKind: bare } of parseNumberWords(text, language)) {
    // Of an English word in another language's text "a" is the least likely.
    if (startIndex < end || (foreign && bare !== undefined)) continue;
    half.lastIndex = endIndex;
    const more = half.exec(text)?.[0].length ?? 0;
    end = endIndex + more;
    const number = { startIndex, endIndex: end, value: String(more > 0 ? value + 0.5 : value) };
    yield withScale(text, { ...number, form: bare ?? 'words', language, scaled: false }, more > 0, context);
  }
  if (foreign) return;
  const before = `(?<![\\p{L}\\p{M}\\p{N}_])${alternation(halves.before)}(?=[ \\u00a0'’-][\\p{L}])`;
  for (const match of text.matchAll(cachedRegex(before))) {
    const endIndex = match.index + match[0].length;
    const number = { startIndex: match.index, endIndex, value: '0.5' };
    yield withScale(text, { ...number, form: 'half', language, scaled: false }, true, context);
  }
}

/** "Half a million", "two and a half million": a fraction in words and its scale. */
function withScale(text: string, amount: Numeral, isFraction: boolean, context: RuleContext): Numeral {
  const scale = isFraction ? scalePattern(context) : undefined;
  if (scale === undefined) return amount;
  scale.lastIndex = amount.endIndex;
  const scaled = scale.exec(text);
  if (scaled === null) return amount;
  const value = shiftDecimal(amount.value, scalePlaces(scaled[1] ?? '', context));
  return { ...amount, endIndex: amount.endIndex + scaled[0].length, value, form: 'words', scaled: true };
}
