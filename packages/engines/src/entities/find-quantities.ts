import type { Candidate, RuleContext } from './candidate.ts';
import { numberWordsSource, parseNumberWords } from './number-words.ts';
import { digitsSource, digitsStart, parseNumber } from './parse-number.ts';
import units from './units.data.json' with { type: 'json' };
import { anyOf, pattern, wordEnd } from './word-pattern.ts';

const unitWords = new Map(Object.entries(units.words));
const gap = '[ \\u00a0\\u202f]?';

/** PERCENT (`12.5%`) and QUANTITY (`5 km`, the unit as its symbol). */
export function findQuantities(text: string, context: RuleContext): Candidate[] {
  return [...percentages(text, context), ...symbols(text, context), ...words(text, context)];
}

function* percentages(text: string, context: RuleContext): Generator<Candidate> {
  const amount = `(?:([-+\\u2212]?${digitsSource})|((?<!\\p{L})${numberWordsSource(context)}))`;
  const source = `${digitsStart}${amount}(?:${gap}[%٪]|[ \\u00a0-]${anyOf(units.percentWords)}${wordEnd})`;
  for (const match of text.matchAll(pattern(source))) {
    const value = numberOf(match[1], match[2], context);
    if (value !== undefined) yield { ...span(match), type: 'PERCENT', confidence: 0.97, value: `${value}%` };
  }
}

function* symbols(text: string, context: RuleContext): Generator<Candidate> {
  const source = `${digitsStart}([-+\\u2212]?${digitsSource})${gap}(${anyOf(units.symbols)})(?![\\p{L}\\p{N}/²³'’])`;
  for (const match of text.matchAll(pattern(source, 'gu'))) {
    const [, digits = '', unit = ''] = match;
    const value = parseNumber(digits, context.decimalComma);
    // One capital or small letter after a number is often a label: "Figure 3 A", "section 2 t".
    const spaced = /\s[A-Zt]$/.test(match[0]);
    if (value === undefined || spaced) continue;
    yield {
      ...span(match),
      type: 'QUANTITY',
      confidence: unit.length === 1 ? 0.75 : 0.9,
      value: `${value} ${unit}`,
    };
  }
}

function* words(text: string, context: RuleContext): Generator<Candidate> {
  const amount = `(?:(${digitsSource})|((?<!\\p{L})${numberWordsSource(context)}))`;
  const source = `${digitsStart}${amount}[ \\u00a0-](${anyOf(unitWords.keys())})${wordEnd}`;
  for (const match of text.matchAll(pattern(source))) {
    const value = numberOf(match[1], match[2], context);
    const unit = unitWords.get((match[3] ?? '').toLowerCase().replace(/\s/g, ' '));
    if (value === undefined || unit === undefined) continue;
    yield { ...span(match), type: 'QUANTITY', confidence: 0.9, value: `${value} ${unit}` };
  }
}

function numberOf(
  digits: string | undefined,
  spelled: string | undefined,
  context: RuleContext,
): string | undefined {
  if (digits !== undefined) return parseNumber(digits, context.decimalComma);
  return parseNumberWords(spelled ?? '', context)?.toString();
}

function span(match: RegExpExecArray): { startIndex: number; endIndex: number } {
  return { startIndex: match.index, endIndex: match.index + match[0].length };
}
