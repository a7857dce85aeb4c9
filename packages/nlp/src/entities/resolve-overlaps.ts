import type { EntityCandidate } from './entity-candidate.ts';
import type { EntityType } from './entity-types.ts';
import { SpanIndex } from './span-index.ts';

/** Types that prove themselves (a checksum, a scheme, a sign) win over those that merely look so. */
const priorities: Readonly<Record<EntityType, number>> = {
  URL: 9,
  EMAIL: 9,
  IBAN: 9,
  CREDIT_CARD: 9,
  IP_ADDRESS: 8,
  PHONE_NUMBER: 7,
  MENTION: 7,
  HASHTAG: 7,
  ADDRESS: 6,
  DATE: 5,
  TIME: 5,
  MONEY: 5,
  DURATION: 5,
  PERCENT: 5,
  QUANTITY: 5,
  FACILITY: 4,
  EVENT: 4,
  WORK_OF_ART: 4,
  PRODUCT: 4,
  ORGANIZATION: 4,
  PERSON: 4,
  LOCATION: 4,
  NATIONALITY: 4,
  OTHER: 4,
  ORDINAL: 2,
  NUMBER: 1,
};
const form = 5;
const name = 4;
const proven = 6;

/** Below it a name gives way to anything else, however short. */
const guess = 0.6;

function rank(candidate: EntityCandidate): number {
  const priority = priorities[candidate.type];
  return priority === name && candidate.confidence < guess ? 0 : priority;
}

/**
 * Chooses candidates without overlap and answers them in text order: by rank, then the longer, the more certain, the
 * earlier. Between a form ("2022") and a name the form wins ("April 2024" over a person April) unless the name goes on
 * around it ("World Cup 2022", "April Jones") or is surer of the same words. What is free at the end is taken as well.
 * O(n log n).
 */
export function resolveOverlaps(candidates: readonly EntityCandidate[]): EntityCandidate[] {
  const ranked = candidates
    .filter((candidate) => candidate.endIndex > candidate.startIndex)
    .sort(
      (a, b) =>
        rank(b) - rank(a) ||
        b.endIndex - b.startIndex - (a.endIndex - a.startIndex) ||
        b.confidence - a.confidence ||
        a.startIndex - b.startIndex,
    );
  const strong = free(ranked.filter((candidate) => rank(candidate) >= proven));
  const names = free([...strong, ...ranked.filter((candidate) => rank(candidate) === name)]).slice(
    strong.length,
  );
  const forms = free([...strong, ...ranked.filter((candidate) => rank(candidate) === form)]).slice(
    strong.length,
  );
  const winners = formsAndNames(forms, names);
  return free([...strong, ...winners, ...ranked]).sort((a, b) => a.startIndex - b.startIndex);
}

/** In the order given, those that overlap none before. */
function free(candidates: readonly EntityCandidate[]): EntityCandidate[] {
  const taken = new SpanIndex();
  return candidates.filter((candidate) => taken.insertIfFree(candidate));
}

function formsAndNames(
  forms: readonly EntityCandidate[],
  names: readonly EntityCandidate[],
): EntityCandidate[] {
  const index = new SpanIndex();
  for (const candidate of names) index.insertIfFree(candidate);
  const lost = new Set<EntityCandidate>();
  const chosen: EntityCandidate[] = [];
  for (const candidate of forms) {
    const rivals = index.findOverlapping(candidate);
    if (rivals.some((rival) => goesBefore(rival, candidate))) continue;
    for (const rival of rivals) lost.add(rival);
    chosen.push(candidate);
  }
  return [...chosen, ...names.filter((candidate) => !lost.has(candidate))];
}

function goesBefore(rival: EntityCandidate, candidate: EntityCandidate): boolean {
  if (rival.startIndex > candidate.startIndex || rival.endIndex < candidate.endIndex) return false;
  const isSame = rival.startIndex === candidate.startIndex && rival.endIndex === candidate.endIndex;
  return !isSame || rival.confidence > candidate.confidence;
}
