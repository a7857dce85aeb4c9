import type { EntityCandidate } from './rules/entity-candidate.ts';

const dash = /^[ \u00a0]?[-\u2013\u2014~][ \u00a0]?$/;
const rangeTypes: ReadonlySet<string> = new Set(['DATE', 'TIME', 'MONEY', 'PERCENT']);

/**
 * Merges two dates, times or prices with a dash between them into one range: `09:00/17:00`, `EUR 10-20`.
 *
 * @param candidates in text order, without overlaps; so is the result
 */
export function mergeRanges(text: string, candidates: readonly EntityCandidate[]): EntityCandidate[] {
  const result: EntityCandidate[] = [];
  for (const candidate of candidates) {
    const previous = result.at(-1);
    const range = previous === undefined ? undefined : rangeOf(text, previous, candidate);
    if (range === undefined) result.push(candidate);
    else result[result.length - 1] = range;
  }
  return result;
}

function rangeOf(text: string, from: EntityCandidate, to: EntityCandidate): EntityCandidate | undefined {
  if (from.type !== to.type || !rangeTypes.has(from.type)) return undefined;
  if (from.value === undefined || to.value === undefined || (from.value + to.value).includes('/'))
    return undefined;
  if (to.startIndex - from.endIndex > 3 || !dash.test(text.slice(from.endIndex, to.startIndex)))
    return undefined;
  const value = valueOfRange(from.type, from.value, to.value);
  if (value === undefined) return undefined;
  return { ...from, endIndex: to.endIndex, value, confidence: Math.min(from.confidence, to.confidence) };
}

function valueOfRange(type: string, from: string, to: string): string | undefined {
  if (type === 'MONEY') return moneyRange(from, to);
  return type === 'PERCENT' ? `${from.replace('%', '')}-${to}` : `${from}/${to}`;
}

function moneyRange(from: string, to: string): string | undefined {
  const [currency = '', ...low] = from.split(' ');
  const [other, ...high] = to.split(' ');
  return currency === other ? `${currency} ${low.join(' ')}-${high.join(' ')}` : undefined;
}
