import type { EntityCandidate } from './rules/entity-candidate.ts';
import type { EntityType } from './rules/entity-types.ts';
import { SpanIndex } from './rules/span-index.ts';

/** Types that are verified (a checksum, a scheme, a sign) win over types that are only plausible. */
const priorities: Readonly<Record<EntityType, number>> = {
  URL: 9,
  EMAIL: 9,
  IBAN: 9,
  CREDIT_CARD: 9,
  IP_ADDRESS: 8,
  MAC_ADDRESS: 8,
  NATIONAL_ID: 8,
  TAX_ID: 8,
  PASSPORT_NUMBER: 8,
  DRIVER_LICENSE: 8,
  BANK_ACCOUNT: 8,
  PHONE_NUMBER: 7,
  LICENSE_PLATE: 7,
  REFERENCE: 7,
  MENTION: 7,
  HASHTAG: 6,
  ADDRESS: 6,
  POSTAL_CODE: 6,
  AGE: 5,
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
const patternPriority = 5;
const namePriority = 4;
const verifiedPriority = 6;

/** A name below this confidence yields to any other candidate. */
const nameConfidenceMin = 0.6;
/** A number below this confidence has no checksum and no cue word: it does not win over longer candidates. */
const numberConfidenceMin = 0.7;
/** Up to this one, digits alone made it a candidate: an amount or a date that contains it is longer and wins. */
const guessedNumberConfidence = 0.5;

function rankOf(candidate: EntityCandidate): number {
  const priority = priorities[candidate.type];
  if (priority === namePriority) return candidate.confidence < nameConfidenceMin ? 0 : priority;
  if (priority <= verifiedPriority || candidate.confidence >= numberConfidenceMin) return priority;
  return candidate.confidence <= guessedNumberConfidence ? patternPriority : verifiedPriority;
}

/**
 * Selects candidates that do not overlap, by rank, then length, confidence and position. A pattern ("2022") wins over a
 * name ("April 2024" over a person April) unless the name contains it ("World Cup 2022", "April Jones") or has a higher
 * confidence for the same span. Finally, every candidate that overlaps no selected one is selected as well. O(n log n).
 *
 * @returns candidates in text order
 */
export function resolveOverlaps(candidates: readonly EntityCandidate[]): EntityCandidate[] {
  const ranked = candidates
    .filter((candidate) => candidate.endIndex > candidate.startIndex)
    .sort(
      (a, b) =>
        rankOf(b) - rankOf(a) ||
        b.endIndex - b.startIndex - (a.endIndex - a.startIndex) ||
        b.confidence - a.confidence ||
        a.startIndex - b.startIndex,
    );
  const verified = nonOverlapping(ranked.filter((candidate) => rankOf(candidate) >= verifiedPriority));
  const selectRank = (rank: number) =>
    nonOverlapping([...verified, ...ranked.filter((candidate) => rankOf(candidate) === rank)]).slice(
      verified.length,
    );
  const selected = choosePatternsAndNames(selectRank(patternPriority), selectRank(namePriority));
  return nonOverlapping([...verified, ...selected, ...ranked]).sort((a, b) => a.startIndex - b.startIndex);
}

/** Keeps, in the given order, the candidates that overlap no earlier one. */
function nonOverlapping(candidates: readonly EntityCandidate[]): EntityCandidate[] {
  const index = new SpanIndex<EntityCandidate>();
  return candidates.filter((candidate) => index.insertIfFree(candidate));
}

function choosePatternsAndNames(
  patterns: readonly EntityCandidate[],
  names: readonly EntityCandidate[],
): EntityCandidate[] {
  const index = new SpanIndex<EntityCandidate>();
  for (const candidate of names) index.insertIfFree(candidate);
  const droppedNames = new Set<EntityCandidate>();
  const chosen: EntityCandidate[] = [];
  for (const candidate of patterns) {
    const rivals = index.findOverlapping(candidate);
    if (rivals.some((rival) => isPreferred(rival, candidate))) continue;
    for (const rival of rivals) droppedNames.add(rival);
    chosen.push(candidate);
  }
  return [...chosen, ...names.filter((candidate) => !droppedNames.has(candidate))];
}

/** Whether a name is preferred to a pattern that it overlaps. */
function isPreferred(rival: EntityCandidate, candidate: EntityCandidate): boolean {
  if (rival.startIndex > candidate.startIndex || rival.endIndex < candidate.endIndex) return false;
  const isSame = rival.startIndex === candidate.startIndex && rival.endIndex === candidate.endIndex;
  return !isSame || rival.confidence > candidate.confidence;
}
