import units from '../lexicon/units.data.json' with { type: 'json' };
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, matchAt, wordEnd } from '../rules/regex-builder.ts';
import type { Numeral } from './find-numerals.ts';

const unitWords = new Map(Object.entries(units.words));
const gap = '[ \\u00a0\\u202f]?';
const percent = `(?:${gap}[%٪]|[ \\u00a0-]${alternation(units.percentWords)}${wordEnd})`;
const symbol = `${gap}(${alternation([...units.symbols, ...Object.keys(units.symbolsWrittenOtherwise)])})(?![\\p{L}\\p{N}/²³'’_-])`;
const word = `[ \\u00a0-](?:de[ \\u00a0]|di[ \\u00a0]|d['’])?(${alternation(unitWords.keys())})${wordEnd}`;
const canonicalSymbols = new Map<string, string>(Object.entries(units.symbolsWrittenOtherwise));

/** Finds PERCENT (`12.5%`) and QUANTITY (`5 km`, with the unit's symbol) entities; ranges as `5-10%`. */
export function findQuantities(text: string, numerals: readonly Numeral[]): EntityCandidate[] {
  return numerals.flatMap((numeral) => percentage(text, numeral) ?? quantity(text, numeral) ?? []);
}

function percentage(text: string, numeral: Numeral): EntityCandidate | undefined {
  const match = matchAt(text, numeral.endIndex, percent);
  if (match === null || numeral.form === 'half') return undefined;
  return {
    ...span(numeral, match),
    type: 'PERCENT',
    confidence: 0.97,
    value: `${formatNumeralRange(numeral)}%`,
  };
}

function quantity(text: string, numeral: Numeral): EntityCandidate | undefined {
  const short = numeral.form === 'digits' ? matchAt(text, numeral.endIndex, symbol, 'uy') : null;
  if (short !== null) {
    const name = short[1] ?? '';
    // One letter after a number is often a label ("Figure 3 A") or the next word ("5 a day").
    if (/\s[AKLNt]$/.test(short[0])) return undefined;
    const value = `${formatNumeralRange(numeral)} ${canonicalSymbols.get(name) ?? name}`;
    return { ...span(numeral, short), type: 'QUANTITY', confidence: name.length === 1 ? 0.75 : 0.9, value };
  }
  const long = matchAt(text, numeral.endIndex, word);
  const unit = unitWords.get((long?.[1] ?? '').toLowerCase().replace(/\s/g, ' '));
  if (long === null || unit === undefined) return undefined;
  // A rate, not a quantity: "$700 a megawatt".
  if (
    numeral.form === 'article' &&
    /\d[\s\u00a0]$/.test(text.slice(Math.max(0, numeral.startIndex - 2), numeral.startIndex))
  )
    return undefined;
  const confidence = numeral.form === 'digits' || numeral.form === 'words' ? 0.9 : 0.7;
  return {
    ...span(numeral, long),
    type: 'QUANTITY',
    confidence,
    value: `${formatNumeralRange(numeral)} ${unit}`,
  };
}

/** Formats a numeral as `5`, or a range as `5-10`. */
export function formatNumeralRange({ value, upperBound }: Numeral): string {
  return upperBound === undefined ? value : `${value}-${upperBound}`;
}

function span({ startIndex, endIndex }: Numeral, match: RegExpExecArray) {
  return { startIndex, endIndex: endIndex + match[0].length };
}
