import type { EntityCandidate } from '../entity-candidate.ts';
import units from '../lexicon/units.data.json' with { type: 'json' };
import { alternation, matchAt, wordEnd } from '../regex-builder.ts';
import type { Numeral } from './find-numerals.ts';

const unitWords = new Map(Object.entries(units.words));
const gap = '[ \\u00a0\\u202f]?';
const percent = `(?:${gap}[%٪]|[ \\u00a0-]${alternation(units.percentWords)}${wordEnd})`;
const symbol = `${gap}(${alternation([...units.symbols, ...Object.keys(units.symbolsWrittenOtherwise)])})(?![\\p{L}\\p{N}/²³'’_-])`;
const word = `[ \\u00a0-](?:de[ \\u00a0]|di[ \\u00a0]|d['’])?(${alternation(unitWords.keys())})${wordEnd}`;
const written = new Map<string, string>(Object.entries(units.symbolsWrittenOtherwise));

/** PERCENT (`12.5%`) and QUANTITY (`5 km`, the unit as its symbol), of a range `5-10%`. */
export function findQuantities(text: string, amounts: readonly Numeral[]): EntityCandidate[] {
  return amounts.flatMap((amount) => percentage(text, amount) ?? quantity(text, amount) ?? []);
}

function percentage(text: string, amount: Numeral): EntityCandidate | undefined {
  const match = matchAt(text, amount.endIndex, percent);
  if (match === null || amount.form === 'half') return undefined;
  return {
    ...span(amount, match),
    type: 'PERCENT',
    confidence: 0.97,
    value: `${formatNumeralRange(amount)}%`,
  };
}

function quantity(text: string, amount: Numeral): EntityCandidate | undefined {
  const short = amount.form === 'digits' ? matchAt(text, amount.endIndex, symbol, 'uy') : null;
  if (short !== null) {
    const name = short[1] ?? '';
    // One letter after a number is often a label ("Figure 3 A") or the next word ("5 a day").
    if (/\s[AKLNt]$/.test(short[0])) return undefined;
    const value = `${formatNumeralRange(amount)} ${written.get(name) ?? name}`;
    return { ...span(amount, short), type: 'QUANTITY', confidence: name.length === 1 ? 0.75 : 0.9, value };
  }
  const long = matchAt(text, amount.endIndex, word);
  const unit = unitWords.get((long?.[1] ?? '').toLowerCase().replace(/\s/g, ' '));
  if (long === null || unit === undefined) return undefined;
  // "$700 a megawatt"
  if (
    amount.form === 'article' &&
    /\d[\s\u00a0]$/.test(text.slice(Math.max(0, amount.startIndex - 2), amount.startIndex))
  )
    return undefined;
  const confidence = amount.form === 'digits' || amount.form === 'words' ? 0.9 : 0.7;
  return {
    ...span(amount, long),
    type: 'QUANTITY',
    confidence,
    value: `${formatNumeralRange(amount)} ${unit}`,
  };
}

/** `5`, or `5-10` of a range. */
export function formatNumeralRange({ value, upper }: Numeral): string {
  return upper === undefined ? value : `${value}-${upper}`;
}

function span({ startIndex, endIndex }: Numeral, match: RegExpExecArray) {
  return { startIndex, endIndex: endIndex + match[0].length };
}
