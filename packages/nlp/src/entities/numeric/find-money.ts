import type { EntityCandidate } from '../entity-candidate.ts';
import currencies from '../lexicon/currencies.data.json' with { type: 'json' };
import { alternation, cachedRegex, matchAt, wordEnd } from '../regex-builder.ts';
import type { RuleContext } from '../rule-context.ts';
import type { Numeral } from './find-numerals.ts';
import { formatNumeralRange } from './find-quantities.ts';
import { shiftDecimal } from './parse-number.ts';

const codes = new Map<string, string>([
  ...Object.entries(currencies.symbols),
  ...currencies.codes.map((code): [string, string] => [code, code]),
]);
const words = new Map<string, string>(Object.entries(currencies.words));
const minor = new Map<string, string>(Object.entries(currencies.minor));
const ownDollar = new Map<string, string>(Object.entries(currencies.ownDollar));
const ownPeso = new Map<string, string>(Object.entries(currencies.ownPeso));
const short = new Map<string, number>(Object.entries(currencies.shortScales));

const gap = '[ \\u00a0\\u202f]?';
/** Signs as they are written, with capitals: `Rs` is a currency, `rs` is not. */
const signs = alternation(codes.keys());
const before = `(?<![\\p{L}\\p{N}_])([-\\u2212])?(${signs})${gap}$`;
const shortScale = `${gap}(${alternation(short.keys())})(?![\\p{L}\\p{N}])`;
/** "95,-" and "1'850.–": no cents. */
const noCents = '[.,][-\\u2013\\u2014]{1,2}';
const after = `(?:${noCents})?(?:${gap}(${alternation(short.keys())}))?${gap}(${signs})(?![\\p{L}\\p{N}])`;
const named = `(?:${noCents})?[ \\u00a0-](?:de[ \\u00a0]|d['’]|di[ \\u00a0])?(${alternation([...words.keys(), ...minor.keys()])})${wordEnd}`;

/**
 * MONEY with the amount as `EUR 1234.50` (ISO 4217 code, decimals as written). A bare `$` is that of the language's
 * region, else the dollar of the United States, and `¥` the yen, as most texts mean them.
 */
export function findMoney(
  text: string,
  amounts: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  return amounts.flatMap(
    (amount) => withSign(text, amount, context) ?? withName(text, amount, context) ?? [],
  );
}

function withSign(text: string, amount: Numeral, context: RuleContext): EntityCandidate | undefined {
  if (amount.form !== 'digits') return undefined;
  const lead = text.slice(Math.max(0, amount.startIndex - 8), amount.startIndex);
  const first = cachedRegex(before, 'u').exec(lead);
  if (first !== null) {
    const scale = amount.scaled ? null : matchAt(text, amount.endIndex, shortScale, 'iuy');
    const rest = scale ?? matchAt(text, amount.endIndex, noCents, 'uy');
    const value = priced(amount, scale?.[1], currencyOf(first[2], context), first[1] !== undefined);
    return money(amount.startIndex - first[0].length, amount.endIndex + (rest?.[0].length ?? 0), value, 0.95);
  }
  const last = matchAt(text, amount.endIndex, after, 'uy');
  if (last === null) return undefined;
  const value = priced(amount, last[1], currencyOf(last[2], context), false);
  return money(amount.startIndex, amount.endIndex + last[0].length, value, 0.95);
}

function withName(text: string, amount: Numeral, context: RuleContext): EntityCandidate | undefined {
  const match = matchAt(text, amount.endIndex, named);
  if (match === null) return undefined;
  const name = (match[1] ?? '').toLowerCase().replace(/[\s\u00a0]/g, ' ');
  // "Cent" is the dollar's in English and the euro's elsewhere.
  const hundredths = name === 'cent' && context.lexiconLanguages[0] === 'en' ? 'USD' : minor.get(name);
  const region = regionOf(context);
  const code = /^pesos?$/.test(name) ? (ownPeso.get(region) ?? 'MXN') : (words.get(name) ?? hundredths);
  // "un real motivo", "a won case", "a pound of flour"
  const doubtful =
    /^(real|won)$/.test(name) || (amount.form !== 'digits' && /^pounds?|livres?|libras?$/.test(name));
  if (amount.form === 'article' && doubtful) return undefined;
  const inUnits = (number: string) => (hundredths === undefined ? number : inHundredths(number));
  const value = `${code} ${inUnits(amount.value)}${amount.upper === undefined ? '' : `-${inUnits(amount.upper)}`}`;
  return money(amount.startIndex, amount.endIndex + match[0].length, value, doubtful ? 0.6 : 0.9);
}

function currencyOf(sign: string | undefined, context: RuleContext): string | undefined {
  return (sign === '$' ? ownDollar.get(regionOf(context)) : undefined) ?? codes.get(sign ?? '');
}

function regionOf(context: RuleContext): string {
  return /-([A-Z]{2})$/i.exec(context.language)?.[1]?.toUpperCase() ?? '';
}

function priced(
  amount: Numeral,
  scale: string | undefined,
  code: string | undefined,
  negative: boolean,
): string {
  const places = short.get(scale?.toLowerCase() ?? '') ?? 0;
  const shifted = {
    ...amount,
    value: shiftDecimal(amount.value, places),
    ...(amount.upper !== undefined && { upper: shiftDecimal(amount.upper, places) }),
  };
  return `${code} ${negative ? '-' : ''}${formatNumeralRange(shifted)}`;
}

function money(startIndex: number, endIndex: number, value: string, confidence: number): EntityCandidate {
  return { startIndex, endIndex, type: 'MONEY', confidence, value };
}

/** Cents as the unit: 5 is 0.05. */
function inHundredths(value: string): string {
  const [whole = '0', fraction = ''] = value.split('.');
  const padded = whole.padStart(3, '0');
  return `${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`;
}
