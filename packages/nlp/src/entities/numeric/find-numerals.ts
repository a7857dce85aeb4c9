import { memoize } from '../../memoize.ts';
import allLanguages from '../lexicon/all-languages.data.json' with { type: 'json' };
import { lexicons } from '../lexicon/lexicons.ts';
import { alternation, cachedRegex, wordEnd } from '../rules/regex-builder.ts';
import type { LexiconLanguage, RuleContext } from '../rules/rule-context.ts';
import { numberWords } from './number-words.ts';
import { digitsSource, parseNumber, shiftDecimal } from './parse-number.ts';
import { parseNumberWords } from './parse-number-words.ts';

/** A number in digits or words. Its context decides whether it is a price, percentage, quantity or duration. */
export interface Numeral {
  readonly startIndex: number;
  readonly endIndex: number;
  /** Plain decimal, such as `1234.5`. */
  readonly value: string;
  /** Upper bound of a range written with a dash: `5–10`. */
  readonly upperBound?: string;
  /** How it is written; `article` and `pronoun` are words that also mean one. */
  readonly form: 'digits' | 'words' | 'article' | 'pronoun' | 'half';
  /** Language of a number in words. */
  readonly language?: LexiconLanguage;
  /** Whether it includes a scale word such as "million". */
  readonly isScaled: boolean;
}

const dash = '[ \\u00a0]?[-\\u2013\\u2014][ \\u00a0]?';
const digits = `(?<![\\p{L}\\p{N}_#@]|[\\p{L}\\p{N}][.,:/-])([-+\\u2212](?<=(?:^|[\\s(])[-+\\u2212]))?(${digitsSource})(?:${dash}(${digitsSource})(?![-\\u2013]\\d))?(?![\\p{N}_]|[.,]\\d)`;

/** Finds all numbers of a text: first those in digits, then those in words, each in text order. */
export function findNumerals(text: string, context: RuleContext): Numeral[] {
  const found = [...numeralsInDigits(text, context)];
  for (const language of context.lexiconLanguages) {
    for (const numeral of numeralsInWords(text, language, context)) found.push(numeral);
  }
  return found;
}

function* numeralsInDigits(text: string, context: RuleContext): Generator<Numeral> {
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
      isScaled: scaled !== null,
    };
    yield upper === undefined ? base : { ...base, upperBound: shiftDecimal(upper, places) };
  }
}

const scaleSource = memoize((key: string): string => {
  const names = key
    .split(',')
    .flatMap((language) => Object.keys(lexicons[language as LexiconLanguage].scales));
  return `[ \\u00a0\\u202f-]?(${alternation([...names, ...Object.keys(allLanguages.scales)])})${wordEnd}`;
});

/** The pattern of a scale word after a number. */
function scalePattern(context: RuleContext): RegExp {
  return cachedRegex(scaleSource(context.lexiconLanguages.join()), 'iuy');
}

/** Returns the power of ten of a scale word: a German Billion is an English trillion (long and short scale). */
function scalePlaces(name: string, context: RuleContext): number {
  const plain = name.toLowerCase().replace(/[\s\u00a0]/g, ' ');
  for (const table of [
    ...context.lexiconLanguages.map((language) => lexicons[language].scales),
    allLanguages.scales,
  ]) {
    const places = new Map<string, number>(Object.entries(table)).get(plain);
    if (places !== undefined) return places;
  }
  return 0;
}

function* numeralsInWords(text: string, language: LexiconLanguage, context: RuleContext): Generator<Numeral> {
  const { halves } = numberWords(language);
  const half = cachedRegex(`[ \\u00a0]${alternation(halves.after)}${wordEnd}`, 'iuy');
  const isForeign = language === 'en' && context.lexiconLanguages[0] !== 'en';
  let end = 0;
  for (const { startIndex, endIndex, value, soleWordKind } of parseNumberWords(text, language)) {
    // In a text of another language, a lone English article or pronoun is unlikely to be a number.
    if (startIndex < end || (isForeign && soleWordKind !== undefined)) continue;
    half.lastIndex = endIndex;
    const more = half.exec(text)?.[0].length ?? 0;
    end = endIndex + more;
    const number = { startIndex, endIndex: end, value: String(more > 0 ? value + 0.5 : value) };
    yield withScale(
      text,
      { ...number, form: soleWordKind ?? 'words', language, isScaled: false },
      more > 0,
      context,
    );
  }
  if (isForeign) return;
  const before = `(?<![\\p{L}\\p{M}\\p{N}_])${alternation(halves.before)}(?=[ \\u00a0'’-][\\p{L}])`;
  for (const match of text.matchAll(cachedRegex(before))) {
    const endIndex = match.index + match[0].length;
    const number = { startIndex: match.index, endIndex, value: '0.5' };
    yield withScale(text, { ...number, form: 'half', language, isScaled: false }, true, context);
  }
}

/** Applies a scale word after a fraction in words: "half a million", "two and a half million". */
function withScale(text: string, numeral: Numeral, isFraction: boolean, context: RuleContext): Numeral {
  const scale = isFraction ? scalePattern(context) : undefined;
  if (scale === undefined) return numeral;
  scale.lastIndex = numeral.endIndex;
  const scaled = scale.exec(text);
  if (scaled === null) return numeral;
  const value = shiftDecimal(numeral.value, scalePlaces(scaled[1] ?? '', context));
  return { ...numeral, endIndex: numeral.endIndex + scaled[0].length, value, form: 'words', isScaled: true };
}
