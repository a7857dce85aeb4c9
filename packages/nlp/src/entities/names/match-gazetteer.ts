import type { EntityCandidate } from '../rules/entity-candidate.ts';
import type { EntityType } from '../rules/entity-types.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { loadGazetteer } from './gazetteer.ts';

const word = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&-]*/gu;

/**
 * Finds names of the gazetteer, case-sensitively, the longest at each position.
 *
 * @param only returns entries of this type only; longer entries of other types still block shorter ones inside them
 */
export function matchGazetteer(text: string, context: RuleContext, only?: EntityType): EntityCandidate[] {
  const { entries, wordsMax } = loadGazetteer(context);
  const found: EntityCandidate[] = [];
  let end = 0;
  for (const match of text.matchAll(word)) {
    if (match.index < end) continue;
    const first = bareWord(match[0]);
    const wordLimit = wordsMax.get(match[0]) ?? wordsMax.get(first);
    if (wordLimit === undefined) continue;
    const candidate = longestAt(text, match.index, wordLimit, entries);
    if (candidate === undefined) continue;
    if (only === undefined || candidate.type === only) found.push(candidate);
    end = candidate.endIndex;
  }
  return found;
}

function bareWord(text: string): string {
  return text.replace(/(['’]s|[.'’-])$/u, '');
}

function longestAt(
  text: string,
  start: number,
  wordLimit: number,
  entries: ReadonlyMap<string, { type: EntityCandidate['type']; value?: string }>,
): EntityCandidate | undefined {
  const words = /(?:[^\s]{1,40}[ \u00a0]?){1,6}/uy;
  words.lastIndex = start;
  const parts = (words.exec(text)?.[0] ?? '').split(/[ \u00a0]/).slice(0, wordLimit);
  for (let count = parts.length; count > 0; count -= 1) {
    const phrase = parts
      .slice(0, count)
      .join(' ')
      .replace(/[,;:!?)\]"”»…]+$/u, '');
    for (const name of [phrase, bareWord(phrase), phrase.replace(/['’]s?$/u, '').replace(/[-/–].*$/u, '')]) {
      const entry = name === '' ? undefined : entries.get(name);
      if (entry === undefined) continue;
      const base = { startIndex: start, endIndex: start + name.length, type: entry.type, confidence: 0.8 };
      return entry.value === undefined ? base : { ...base, value: entry.value };
    }
  }
  return undefined;
}
