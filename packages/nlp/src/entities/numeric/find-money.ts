import { memoize } from '@quern/runtime/caching/memoize';
import currencies from '../lexicon/currencies.data.json' with { type: 'json' };
import { lexiconOf } from '../lexicon/lexicons.ts';
import { plainWord, wordTable } from '../lexicon/word-table.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import type { Numeral } from './find-numerals.ts';
import { formatNumeralRange } from './find-quantities.ts';
import { type CentsPatterns, centsPatterns, joinMinorUnits, type Price } from './join-minor-units.ts';
import { shiftDecimal } from './parse-number.ts';

const codes = new Map<string, string>([
  ...Object.entries(currencies.symbols),
  ...currencies.codes.map((code): [string, string] => [code, code]),
  ...[...currencies.lowercaseCodes, ...currencies.titleCaseCodes].map((code): [string, string] => [
    code,
    code.toUpperCase(),
  ]),
]);
const regionalDollar = new Map<string, string>(Object.entries(currencies.ownDollar));
const regionalPeso = new Map<string, string>(Object.entries(currencies.ownPeso));
const shortScales = new Map<string, number>(Object.entries(currencies.shortScales));

const gap = '[ \\u00a0\\u202f]?';
/** Currency symbols and codes, case-sensitive: `Rs` is a currency, `rs` is not. */
const symbols = alternation(codes.keys());
const shortScale = `${gap}(${alternation(shortScales.keys())})${wordEnd}`;
/** "95,-" and "1'850.–": whole amounts. */
const noCents = '(?:[.,][-\\u2013\\u2014]{1,2}|/-)';
const bareWhole = '(?:,[-\\u2013\\u2014]|:-)(?![\\p{L}\\p{N}])';

/** The currency words of some languages. */
interface CurrencyPatterns {
  readonly words: ReadonlyMap<string, string>;
  readonly minor: ReadonlyMap<string, string>;
  readonly before: ReadonlyMap<string, string>;
  readonly beforePattern: string;
  readonly namePattern: string;
  readonly symbolAfter: string;
  /** Currency of amounts such as "95,-". */
  readonly own: string;
  readonly cues: string;
  readonly cents: CentsPatterns;
  /** Names that are also other words. */
  readonly ambiguous: ReadonlySet<string>;
  readonly ambiguousInWords: ReadonlySet<string>;
}

/** @param key language codes, joined by commas */
const patternsOf = memoize((key: string): CurrencyPatterns => {
  const lexicons = key.split(',').map((language) => lexiconOf(language).money);
  const tables = lexicons.map(({ words }) => words);
  const minorTables = lexicons.map(({ minor }) => minor);
  const named = [currencies.words, currencies.minor, ...tables, ...minorTables].flatMap((table) =>
    Object.keys(table),
  );
  const before = wordTable(lexicons.map((money) => money.before));
  const suffix = `(?:${alternation(key.split(',').flatMap((language) => lexiconOf(language).quantities.suffixes))})?`;
  return {
    words: wordTable([...tables, currencies.words]),
    // A cent is of a dollar in English and of a euro elsewhere.
    minor: wordTable([...minorTables.slice(0, 1), currencies.minor, ...minorTables.slice(1)]),
    before,
    beforePattern: `${wordStart}(?<!\\d[ \\u00a0\\u202f]?)([-\\u2212])?(${alternation([...codes.keys(), ...lexicons.flatMap((money) => Object.keys(money.before))])})${gap}$`,
    namePattern: `(?:${noCents})?(?:${gap}(${alternation(shortScales.keys())})(?=[ \\u00a0]))?(?:[ \\u00a0-]|(?<=[^\\p{Script=Latin}]))(?:de[ \\u00a0]|d['’]|di[ \\u00a0])?(${alternation(named)})${suffix}${wordEnd}`,
    symbolAfter: `(?:${noCents})?(?:${gap}(${alternation(shortScales.keys())}))?${gap}(${symbols})${suffix}(?:${wordEnd}|(?<=[€$£])(?=\\d\\d(?!\\d)))`,
    own: lexicons[0]?.own ?? '',
    cues: `${wordStart}${alternation(lexicons[0]?.cues ?? [])}${wordEnd}[^.!?\\n]{0,40}$`,
    cents: centsPatterns(
      lexicons.flatMap(({ and }) => and),
      lexicons.flatMap(({ afterCents }) => afterCents),
    ),
    ambiguous: new Set(lexicons.flatMap(({ ambiguous }) => ambiguous)),
    ambiguousInWords: new Set(lexicons.flatMap(({ ambiguousInWords }) => ambiguousInWords)),
  };
});

/**
 * Finds MONEY entities; the value is an ISO 4217 code and the amount with the decimals as written (`EUR 1234.50`). `$` is
 * the dollar or peso of the language's region, else the US dollar; `¥` is the yen, or in Chinese the yuan.
 */
export function findMoney(
  text: string,
  numerals: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  const patterns = patternsOf(context.lexiconLanguages.join());
  const prices = numerals.flatMap(
    (numeral) =>
      priceWithSymbol(text, numeral, patterns, context) ??
      priceWithName(text, numeral, patterns, context) ??
      priceWithCue(text, numeral, patterns) ??
      [],
  );
  return joinMinorUnits(text, prices, patterns.cents).map((price) => {
    const { startIndex, endIndex, currency, amount, confidence } = price;
    return { startIndex, endIndex, type: 'MONEY', confidence, value: `${currency} ${amount}` };
  });
}

function priceWithSymbol(
  text: string,
  numeral: Numeral,
  { before, words, beforePattern, namePattern, symbolAfter, own }: CurrencyPatterns,
  context: RuleContext,
): Price | undefined {
  if (numeral.form !== 'digits') return undefined;
  const lead = text.slice(Math.max(0, numeral.startIndex - 12), numeral.startIndex);
  const first = cachedRegex(beforePattern, 'u').exec(lead);
  if (first !== null) {
    const scale = numeral.isScaled ? null : matchAt(text, numeral.endIndex, shortScale, 'iuy');
    const rest = scale ?? matchAt(text, numeral.endIndex, noCents, 'uy');
    const sign = first[2] ?? '';
    const currency = before.get(plainWord(sign)) ?? currencyOf(sign, context);
    const end = numeral.endIndex + (rest?.[0].length ?? 0);
    // 人民币25万元 names the currency twice.
    const again = matchAt(text, end, namePattern);
    const isAgain = again !== null && words.get(plainWord(again[2] ?? '')) === currency;
    return {
      startIndex: numeral.startIndex - first[0].length,
      endIndex: end + (isAgain ? again[0].length : 0),
      currency,
      amount: amountOf(numeral, scale?.[1], first[1] !== undefined),
      confidence: 0.95,
    };
  }
  const last = matchAt(text, numeral.endIndex, symbolAfter, 'uy');
  if (last === null) {
    if (matchAt(text, numeral.endIndex, namePattern) !== null) return undefined;
    const whole = own === '' ? null : matchAt(text, numeral.endIndex, bareWhole, 'uy');
    return whole === null
      ? undefined
      : {
          startIndex: numeral.startIndex,
          endIndex: numeral.endIndex + whole[0].length,
          currency: own,
          amount: formatNumeralRange(numeral),
          confidence: 0.85,
        };
  }
  const name = plainWord(last[2] ?? '');
  return {
    startIndex: numeral.startIndex,
    endIndex: numeral.endIndex + last[0].length,
    currency: words.get(name) ?? currencyOf(last[2] ?? '', context),
    amount: amountOf(numeral, last[1], false),
    confidence: 0.95,
  };
}

function priceWithName(
  text: string,
  numeral: Numeral,
  { words, minor, namePattern, ambiguous, ambiguousInWords }: CurrencyPatterns,
  context: RuleContext,
): Price | undefined {
  const match = matchAt(text, numeral.endIndex, namePattern);
  if (match === null) return undefined;
  const name = plainWord(match[2] ?? '');
  const hundredths = minor.get(name);
  const region = regionOf(context);
  const code = /^pesos?$/.test(name) ? (regionalPeso.get(region) ?? 'MXN') : (words.get(name) ?? hundredths);
  if (code === undefined) return undefined;
  // Possibly not money: "un real motivo", "a won case", "a pound of flour".
  const isUncertain = ambiguous.has(name) || (numeral.form !== 'digits' && ambiguousInWords.has(name));
  if (numeral.form === 'article' && isUncertain) return undefined;
  const isMinor = words.get(name) === undefined && hundredths !== undefined;
  const [currency = '', parts = '100'] = code.split('/');
  const [major = '', thousands = '0'] = currency.split('*');
  const inUnits = (number: string) =>
    isMinor ? inSmallParts(number, parts === '10' ? 1 : 2) : shiftDecimal(number, Number(thousands));
  const scaled = scaledBy(numeral, match[1]);
  const upper = numeral.upperBound === undefined ? '' : `-${inUnits(scaled.upperBound ?? '')}`;
  return {
    startIndex: numeral.startIndex,
    endIndex: numeral.endIndex + match[0].length,
    currency: major,
    amount: `${inUnits(scaled.value)}${upper}`,
    confidence: isUncertain ? 0.6 : 0.9,
    ...(isMinor && { isMinor }),
  };
}

/** "Harga 50rb": a scaled number after a word for a price, where the currency goes without saying. */
function priceWithCue(text: string, numeral: Numeral, { own, cues }: CurrencyPatterns): Price | undefined {
  if (!numeral.isScaled || own === '') return undefined;
  const lead = text.slice(Math.max(0, numeral.startIndex - 56), numeral.startIndex);
  if (!cachedRegex(cues, 'iu').test(lead)) return undefined;
  const { startIndex, endIndex } = numeral;
  return { startIndex, endIndex, currency: own, amount: formatNumeralRange(numeral), confidence: 0.7 };
}

function currencyOf(sign: string, context: RuleContext): string {
  const own =
    sign === '$' ? regionalDollar.get(regionOf(context)) : sign === '¥' ? yuanIn(context) : undefined;
  return own ?? codes.get(sign) ?? sign;
}

function yuanIn({ lexiconLanguages: [own] }: RuleContext): string | undefined {
  return own === 'zh' ? 'CNY' : undefined;
}

function regionOf(context: RuleContext): string {
  return /-([A-Z]{2})$/i.exec(context.language)?.[1]?.toUpperCase() ?? '';
}

function amountOf(numeral: Numeral, scale: string | undefined, isNegative: boolean): string {
  return `${isNegative ? '-' : ''}${formatNumeralRange(scaledBy(numeral, scale))}`;
}

/** Applies a short scale: k, M, bn. */
function scaledBy(numeral: Numeral, scale: string | undefined): Numeral {
  const places = shortScales.get(scale?.toLowerCase() ?? '') ?? 0;
  return {
    ...numeral,
    value: shiftDecimal(numeral.value, places),
    ...(numeral.upperBound !== undefined && { upperBound: shiftDecimal(numeral.upperBound, places) }),
  };
}

/** Divides by 100 or 10: 5 cents are 0.05, 5 角 are 0.50. */
function inSmallParts(value: string, places: number): string {
  const [whole = '0', fraction = ''] = value.split('.');
  const padded = whole.padStart(places + 1, '0');
  const cents = padded.slice(-places).padEnd(2, '0');
  return `${padded.slice(0, -places)}.${cents}${fraction}`;
}
