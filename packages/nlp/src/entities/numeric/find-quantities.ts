import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import units from '../lexicon/units.data.json' with { type: 'json' };
import { plainWord, wordTable } from '../lexicon/word-table.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import type { Numeral } from './find-numerals.ts';

const gap = '[ \\u00a0\\u202f]?';
const symbols = alternation([...units.symbols, ...Object.keys(units.symbolsWrittenOtherwise)]);

/** @param key language codes, joined by commas */
const patternsOf = memoize((key: string) => {
  const tables = key.split(',').map((language) => lexiconOf(language).quantities);
  const unitWords = wordTable<string>([...tables.map((table) => table.units), units.words]);
  const names = [...Object.keys(units.words), ...tables.flatMap((table) => Object.keys(table.units))];
  const percents = tables.flatMap((table) => table.percent);
  const suffix = `(?:${alternation(tables.flatMap((table) => table.suffixes))})?`;
  const percentsBefore = tables.flatMap((table) => table.percentBefore);
  const wordGap = '(?:[ \\u00a0\\u202f-]|(?<=[^\\p{Script=Latin}]))';
  return {
    unitWords,
    percent: `(?:${gap}%|${wordGap}${alternation(percents)}${wordEnd})${suffix}`,
    symbol: `${gap}(${symbols})${suffix}${wordEnd}(?![/²³_-]|['’][st](?!\\p{L}))`,
    tenth: `${gap}${alternation(tables.flatMap((table) => table.tenths))}(?:${gap}(\\d)分)?`,
    negative: `${wordStart}${alternation(tables.flatMap((table) => table.negative))}${gap}$`,
    percentBefore: `${wordStart}${alternation(percentsBefore)}${gap}$`,
    word: `${wordGap}(?:de[ \\u00a0]|di[ \\u00a0]|d['’])?(${alternation(names)})${suffix}${wordEnd}(?![²³])`,
  };
});
const canonicalSymbols = new Map<string, string>(Object.entries(units.symbolsWrittenOtherwise));

/** Finds PERCENT (`12.5%`) and QUANTITY (`5 km`, with the unit's symbol) entities; ranges as `5-10%`. */
export function findQuantities(
  text: string,
  numerals: readonly Numeral[],
  { lexiconLanguages }: RuleContext,
): EntityCandidate[] {
  const patterns = patternsOf(lexiconLanguages.join());
  return numerals.flatMap(
    (numeral) => percentage(text, numeral, patterns) ?? quantity(text, numeral, patterns) ?? [],
  );
}

type QuantityPatterns = ReturnType<typeof patternsOf>;

function percentage(
  text: string,
  numeral: Numeral,
  { percent, percentBefore, tenth }: QuantityPatterns,
): EntityCandidate | undefined {
  const lead = text.slice(Math.max(0, numeral.startIndex - 12), numeral.startIndex);
  const first = cachedRegex(percentBefore, 'iu').exec(lead);
  if (first !== null) {
    return {
      startIndex: numeral.startIndex - first[0].length,
      endIndex: numeral.endIndex,
      type: 'PERCENT',
      confidence: 0.95,
      value: `${formatNumeralRange(numeral)}%`,
    };
  }
  const tenths = matchAt(text, numeral.endIndex, tenth);
  if (tenths !== null && numeral.upperBound === undefined) {
    const value = `${Number(numeral.value) * 10 + Number(tenths[1] ?? 0)}%`;
    return { ...span(numeral, tenths), type: 'PERCENT', confidence: 0.9, value };
  }
  const match = matchAt(text, numeral.endIndex, percent);
  if (match === null || numeral.form === 'half') return undefined;
  return {
    ...span(numeral, match),
    type: 'PERCENT',
    confidence: 0.97,
    value: `${formatNumeralRange(numeral)}%`,
  };
}

function quantity(
  text: string,
  numeral: Numeral,
  { unitWords, word, symbol, negative }: QuantityPatterns,
): EntityCandidate | undefined {
  const short = numeral.form === 'digits' ? matchAt(text, numeral.endIndex, symbol, 'uy') : null;
  if (short !== null) {
    const name = short[1] ?? '';
    // One letter after a number is often a label ("Figure 3 A") or the next word ("5 a day").
    if (/\s[AKLNt]$|^[AKN]$/.test(short[0])) return undefined;
    const value = `${formatNumeralRange(numeral)} ${canonicalSymbols.get(name) ?? name}`;
    const found = { ...span(numeral, short), confidence: name.length === 1 ? 0.75 : 0.9, value };
    return withSign(text, { ...found, type: 'QUANTITY' }, negative);
  }
  const long = matchAt(text, numeral.endIndex, word);
  // "4-м" is an ordinal.
  if (long?.[0].startsWith('-') === true && (long[1]?.length ?? 0) <= 2) return undefined;
  const unit = unitWords.get(plainWord(long?.[1] ?? ''));
  if (long === null || unit === undefined) return undefined;
  // A rate, not a quantity: "$700 a megawatt".
  if (
    numeral.form === 'article' &&
    /\d[\s\u00a0]$/.test(text.slice(Math.max(0, numeral.startIndex - 2), numeral.startIndex))
  )
    return undefined;
  const confidence = numeral.form === 'digits' || numeral.form === 'words' ? 0.9 : 0.7;
  const value = unit.startsWith('10 ')
    ? `${formatNumeralRange(scaled(numeral))} ${unit.slice(3)}`
    : `${formatNumeralRange(numeral)} ${unit}`;
  return withSign(text, { ...span(numeral, long), type: 'QUANTITY', confidence, value }, negative);
}

/** A Scandinavian mile is 10 km. */
function scaled(numeral: Numeral): Numeral {
  return {
    ...numeral,
    value: String(Number((Number(numeral.value) * 10).toPrecision(12))),
    ...(numeral.upperBound !== undefined && { upperBound: String(Number(numeral.upperBound) * 10) }),
  };
}

/** Adds a word such as "minus" before a temperature. */
function withSign(text: string, quantity: EntityCandidate, negative: string): EntityCandidate {
  if (quantity.value?.endsWith(' °C') !== true && quantity.value?.endsWith(' °F') !== true) return quantity;
  const lead = text.slice(Math.max(0, quantity.startIndex - 12), quantity.startIndex);
  const match = cachedRegex(negative, 'iu').exec(lead);
  if (match === null || quantity.value.startsWith('-')) return quantity;
  return { ...quantity, startIndex: quantity.startIndex - match[0].length, value: `-${quantity.value}` };
}

/** Formats a numeral as `5`, or a range as `5-10`. */
export function formatNumeralRange({ value, upperBound }: Numeral): string {
  return upperBound === undefined ? value : `${value}-${upperBound}`;
}

function span({ startIndex, endIndex }: Numeral, match: RegExpExecArray) {
  return { startIndex, endIndex: endIndex + match[0].length };
}
