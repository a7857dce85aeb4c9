import currencies from '../lexicon/currencies.data.json' with { type: 'json' };
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, matchAt, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import type { Numeral } from './find-numerals.ts';
import { formatNumeralRange } from './find-quantities.ts';
import { shiftDecimal } from './parse-number.ts';

const codes = new Map<string, string>([
  ...Object.entries(currencies.symbols),
  ...currencies.codes.map((code): [string, string] => [code, code]),
]);
const words = new Map<string, string>(Object.entries(currencies.words));
const minor = new Map<string, string>(Object.entries(currencies.minor));
const regionalDollar = new Map<string, string>(Object.entries(currencies.ownDollar));
const regionalPeso = new Map<string, string>(Object.entries(currencies.ownPeso));
const shortScales = new Map<string, number>(Object.entries(currencies.shortScales));

const gap = '[ \\u00a0\\u202f]?';
/** Currency symbols and codes, case-sensitive: `Rs` is a currency, `rs` is not. */
const symbols = alternation(codes.keys());
const before = `(?<![\\p{L}\\p{N}_])([-\\u2212])?(${symbols})${gap}$`;
const shortScale = `${gap}(${alternation(shortScales.keys())})(?![\\p{L}\\p{N}])`;
/** "95,-" and "1'850.–": whole amounts. */
const noCents = '[.,][-\\u2013\\u2014]{1,2}';
const after = `(?:${noCents})?(?:${gap}(${alternation(shortScales.keys())}))?${gap}(${symbols})(?![\\p{L}\\p{N}])`;
const named = `(?:${noCents})?[ \\u00a0-](?:de[ \\u00a0]|d['’]|di[ \\u00a0])?(${alternation([...words.keys(), ...minor.keys()])})${wordEnd}`;

/**
 * Finds MONEY entities; the value is an ISO 4217 code and the amount with the decimals as written (`EUR 1234.50`). `$` is
 * the dollar or peso of the language's region, else the US dollar; `¥` is the yen.
 */
export function findMoney(
  text: string,
  numerals: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  return numerals.flatMap(
    (numeral) => priceWithSymbol(text, numeral, context) ?? priceWithName(text, numeral, context) ?? [],
  );
}

function priceWithSymbol(text: string, numeral: Numeral, context: RuleContext): EntityCandidate | undefined {
  if (numeral.form !== 'digits') return undefined;
  const lead = text.slice(Math.max(0, numeral.startIndex - 8), numeral.startIndex);
  const first = cachedRegex(before, 'u').exec(lead);
  if (first !== null) {
    const scale = numeral.isScaled ? null : matchAt(text, numeral.endIndex, shortScale, 'iuy');
    const rest = scale ?? matchAt(text, numeral.endIndex, noCents, 'uy');
    const value = priceOf(numeral, scale?.[1], currencyOf(first[2], context), first[1] !== undefined);
    return money(
      numeral.startIndex - first[0].length,
      numeral.endIndex + (rest?.[0].length ?? 0),
      value,
      0.95,
    );
  }
  const last = matchAt(text, numeral.endIndex, after, 'uy');
  if (last === null) return undefined;
  const value = priceOf(numeral, last[1], currencyOf(last[2], context), false);
  return money(numeral.startIndex, numeral.endIndex + last[0].length, value, 0.95);
}

function priceWithName(text: string, numeral: Numeral, context: RuleContext): EntityCandidate | undefined {
  const match = matchAt(text, numeral.endIndex, named);
  if (match === null) return undefined;
  const name = (match[1] ?? '').toLowerCase().replace(/[\s\u00a0]/g, ' ');
  // A cent is of a dollar in English and of a euro elsewhere.
  const hundredths = name === 'cent' && context.lexiconLanguages[0] === 'en' ? 'USD' : minor.get(name);
  const region = regionOf(context);
  const code = /^pesos?$/.test(name) ? (regionalPeso.get(region) ?? 'MXN') : (words.get(name) ?? hundredths);
  // Possibly not money: "un real motivo", "a won case", "a pound of flour".
  const isUncertain =
    /^(real|won)$/.test(name) || (numeral.form !== 'digits' && /^pounds?|livres?|libras?$/.test(name));
  if (numeral.form === 'article' && isUncertain) return undefined;
  const inUnits = (number: string) => (hundredths === undefined ? number : inHundredths(number));
  const value = `${code} ${inUnits(numeral.value)}${numeral.upperBound === undefined ? '' : `-${inUnits(numeral.upperBound)}`}`;
  return money(numeral.startIndex, numeral.endIndex + match[0].length, value, isUncertain ? 0.6 : 0.9);
}

function currencyOf(sign: string | undefined, context: RuleContext): string | undefined {
  return (sign === '$' ? regionalDollar.get(regionOf(context)) : undefined) ?? codes.get(sign ?? '');
}

function regionOf(context: RuleContext): string {
  return /-([A-Z]{2})$/i.exec(context.language)?.[1]?.toUpperCase() ?? '';
}

function priceOf(
  numeral: Numeral,
  scale: string | undefined,
  code: string | undefined,
  negative: boolean,
): string {
  const places = shortScales.get(scale?.toLowerCase() ?? '') ?? 0;
  const shifted = {
    ...numeral,
    value: shiftDecimal(numeral.value, places),
    ...(numeral.upperBound !== undefined && { upperBound: shiftDecimal(numeral.upperBound, places) }),
  };
  return `${code} ${negative ? '-' : ''}${formatNumeralRange(shifted)}`;
}

function money(startIndex: number, endIndex: number, value: string, confidence: number): EntityCandidate {
  return { startIndex, endIndex, type: 'MONEY', confidence, value };
}

/** Divides by 100: 5 cents are 0.05. */
function inHundredths(value: string): string {
  const [whole = '0', fraction = ''] = value.split('.');
  const padded = whole.padStart(3, '0');
  return `${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`;
}
