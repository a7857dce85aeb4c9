import { memoize } from '@quern/runtime/caching/memoize';
import allLanguages from '../lexicon/all-languages.data.json' with { type: 'json' };
import currencies from '../lexicon/currencies.data.json' with { type: 'json' };
import { lexiconOf } from '../lexicon/lexicons.ts';
import { plainWord, wordTable } from '../lexicon/word-table.ts';
import { alternation, cachedRegex, matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { SpanIndex } from '../rules/span-index.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import { findCjkNumerals } from './find-cjk-numerals.ts';
import { numberWords } from './number-words.ts';
import { digitsSource, parseNumber, shiftDecimal } from './parse-number.ts';
import { findNumberWords } from './parse-number-words.ts';

/** A number in digits or words. Its context decides whether it is a price, percentage, quantity or duration. */
export interface Numeral {
  readonly startIndex: number;
  readonly endIndex: number;
  /** Plain decimal, such as `1234.5`. */
  readonly value: string;
  /** Upper bound of a range written with a dash: `5–10`. */
  readonly upperBound?: string;
  /** How it is written; `article` and `pronoun` are words that also mean one, `sign` needs a unit. */
  readonly form: 'digits' | 'words' | 'sign' | 'article' | 'pronoun' | 'half';
  /** Language of a number in words. */
  readonly language?: string;
  /** Whether it includes a scale word such as "million". */
  readonly isScaled: boolean;
}

const dash = '[ \\u00a0]?[-\\u2013\\u2014~][ \\u00a0]?';
/** Letters before digits that are a currency: USD100, Rp5.000. */
const currencyPrefix = `(?<=(?<!\\p{L})(?:${[...currencies.codes, 'Rp', 'Rs', 'kr', 'Fr'].join('|')})\\.?)`;
const digits = `(?:${wordStart}(?<![#@]|(?:\\p{N}|[^\\P{L}א-ת])[.,:/-])|${currencyPrefix})(?<!(?:第|제)[ ]?)([-+\\u2212](?<=(?:^|[\\s(])[-+\\u2212]))?(${digitsSource})(?:${dash}(${digitsSource})(?![-\\u2013]\\d))?(?![\\p{N}_]|[.,]\\d)`;

/** Finds all numbers of a text: first those in digits, then those in words, each in text order. */
export function findNumerals(text: string, context: RuleContext): Numeral[] {
  const signs = context.lexiconLanguages.flatMap((language) =>
    lexiconOf(language).isUnspaced ? [...cjkNumerals(text, language)] : [],
  );
  const covered = new SpanIndex<Numeral>();
  for (const numeral of signs) if (numeral.form === 'digits') covered.insertIfFree(numeral);
  const found = [...numeralsInDigits(text, context)].filter(
    (numeral) => covered.findOverlapping(numeral).length === 0,
  );
  found.push(...signs);
  for (const language of context.lexiconLanguages) {
    for (const numeral of numeralsInWords(text, language, context)) found.push(numeral);
  }
  return found;
}

function* cjkNumerals(text: string, language: string): Generator<Numeral> {
  for (const { startIndex, endIndex, value, hasDigits, isSingle } of findCjkNumerals(text, language)) {
    const form = hasDigits ? 'digits' : isSingle ? 'sign' : 'words';
    yield { startIndex, endIndex, value: String(value), form, language, isScaled: true };
  }
}

/** Finds `digits` where the text has any, left to right. */
function* matchDigits(text: string): Generator<RegExpExecArray> {
  let end = 0;
  for (const { index } of text.matchAll(/[0-9]+/g)) {
    if (index < end) continue;
    const signed = /[-+\u2212]/.test(text.charAt(index - 1)) ? matchAt(text, index - 1, digits) : null;
    const match = signed ?? matchAt(text, index, digits);
    if (match === null) continue;
    yield match;
    end = match.index + match[0].length;
  }
}

function* numeralsInDigits(text: string, context: RuleContext): Generator<Numeral> {
  const scale = scalePattern(context);
  for (const match of matchDigits(text)) {
    const [whole, sign = '', first = '', second] = match;
    const end = match.index + whole.length;
    scale.lastIndex = end;
    const scaled = scale.exec(text);
    const places = scaled === null ? 0 : scalePlaces(scaled[1] ?? '', context);
    const value = parseNumber(`${sign}${first}`, context.usesDecimalComma);
    const upper = second === undefined ? undefined : parseNumber(second, context.usesDecimalComma);
    if (value === undefined) continue;
    const rest =
      places === 3 && upper === undefined
        ? restOfThousands(text, end + (scaled?.[0].length ?? 0))
        : undefined;
    if (rest !== undefined && /^\d+$/.test(value)) {
      const endIndex = end + (scaled?.[0].length ?? 0) + rest.length;
      const whole = String(Number(value) * 1000 + Number(rest));
      yield { startIndex: match.index, endIndex, value: whole, form: 'digits', isScaled: true };
      continue;
    }
    const joined = scaled === null && upper === undefined ? scaleWithDecimals(text, end, context) : undefined;
    if (joined !== undefined && /^\d+$/.test(value)) {
      const endIndex = end + joined.length;
      const amount = shiftDecimal(`${value}.${joined.decimals}`, joined.places);
      yield { startIndex: match.index, endIndex, value: amount, form: 'digits', isScaled: true };
      continue;
    }
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

/** "13tr5": a scale with decimals after it. */
function scaleWithDecimals(
  text: string,
  index: number,
  context: RuleContext,
): { readonly length: number; readonly places: number; readonly decimals: string } | undefined {
  const own = context.lexiconLanguages.filter(
    (language) => lexiconOf(language).numbers.hasDecimalsAfterScale,
  );
  if (own.length === 0) return undefined;
  const scales = own.flatMap((language) => Object.keys(lexiconOf(language).scales));
  const match = matchAt(text, index, `(${alternation(scales)})(\\d{1,3})${wordEnd}(?![.,:/-]\\d)`, 'iuy');
  if (match === null) return undefined;
  const [{ length }, scale = '', decimals = ''] = match;
  return { length, places: scalePlaces(scale, context), decimals };
}

/** "15 тысяч 400": three digits after a number of thousands. */
function restOfThousands(text: string, index: number): string | undefined {
  return /^[ \u00a0]\d{3}(?![\p{N}_]|[.,:/-]\d)/u.exec(text.slice(index, index + 6))?.[0];
}

const scaleSource = memoize((key: string): string => {
  const names = key.split(',').flatMap((language) => Object.keys(lexiconOf(language).scales));
  const scale = alternation([...names, ...Object.keys(allLanguages.scales)]);
  return `[ \\u00a0\\u202f-]?(${scale}(?:[ \\u00a0]${scale})?)${wordEnd}`;
});

/** The pattern of a scale word after a number. */
function scalePattern(context: RuleContext): RegExp {
  return cachedRegex(scaleSource(context.lexiconLanguages.join()), 'iuy');
}

const scaleTable = memoize((key: string) =>
  wordTable<number>([...key.split(',').map((language) => lexiconOf(language).scales), allLanguages.scales]),
);

/** Returns the power of ten of one or two scale words: a German Billion is an English trillion (long and short scale). */
function scalePlaces(name: string, context: RuleContext): number {
  const table = scaleTable(context.lexiconLanguages.join());
  const plain = plainWord(name);
  const whole = table.get(plain);
  if (whole !== undefined) return whole;
  return plain.split(' ').reduce((places, word) => places + (table.get(word) ?? 0), 0);
}

const halfPatterns = memoize((language: string) => {
  const { after, before } = numberWords(language).halves;
  return {
    halfAfter: `[ \\u00a0]${alternation(after)}${wordEnd}`,
    halfBefore: new WordPattern(`${alternation(before)}(?=[ \\u00a0'’-][\\p{L}])`),
  };
});

function* numeralsInWords(text: string, language: string, context: RuleContext): Generator<Numeral> {
  const { halfAfter, halfBefore } = halfPatterns(language);
  const isForeign = language === 'en' && context.lexiconLanguages[0] !== 'en';
  let end = 0;
  for (const { startIndex, endIndex, value, soleWordKind } of findNumberWords(
    context.wordStarts(text),
    language,
  )) {
    // In a text of another language, a lone English article or pronoun is unlikely to be a number.
    if (startIndex < end || (isForeign && soleWordKind !== undefined)) continue;
    const more = matchAt(text, endIndex, halfAfter)?.[0].length ?? 0;
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
  for (const match of halfBefore.matchAll(context.wordStarts(text))) {
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
