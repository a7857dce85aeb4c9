import type { EntityCandidate } from './entity-candidate.ts';

const joint = /^[ \u00a0]?[-\u2013\u2014][ \u00a0]?$/;
const joined: ReadonlySet<string> = new Set(['DATE', 'TIME', 'MONEY']);

/** Two dates, times or prices with a dash between are one range: `09:00/17:00`, `EUR 10-20`. In text order, so is the result. */
export function mergeRanges(text: string, candidates: readonly EntityCandidate[]): EntityCandidate[] {
  const result: EntityCandidate[] = [];
  for (const candidate of candidates) {
    const before = result.at(-1);
    const range = before === undefined ? undefined : rangeOf(text, before, candidate);
    if (range === undefined) result.push(candidate);
    else result[result.length - 1] = range;
  }
  return result;
}

function rangeOf(text: string, from: EntityCandidate, to: EntityCandidate): EntityCandidate | undefined {
  if (from.type !== to.type || !joined.has(from.type)) return undefined;
  if (from.value === undefined || to.value === undefined || (from.value + to.value).includes('/'))
    return undefined;
  if (to.startIndex - from.endIndex > 3 || !joint.test(text.slice(from.endIndex, to.startIndex)))
    return undefined;
  const value = from.type === 'MONEY' ? moneyRange(from.value, to.value) : `${from.value}/${to.value}`;
  if (value === undefined) return undefined;
  return { ...from, endIndex: to.endIndex, value, confidence: Math.min(from.confidence, to.confidence) };
}

function moneyRange(from: string, to: string): string | undefined {
  const [currency = '', ...low] = from.split(' ');
  const [other, ...high] = to.split(' ');
  return currency === other ? `${currency} ${low.join(' ')}-${high.join(' ')}` : undefined;
}
