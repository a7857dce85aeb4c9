import type { Candidate } from './candidate.ts';
import type { EntityType } from './entity-types.ts';

/**
 * Types that prove themselves (a checksum, a scheme, a sign) win over those that merely look so; among equals what is
 * more than a guess wins, then the longer span, then the more certain, then the earlier.
 */
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

/** Below it a candidate gives way to any other of its rank, however short. */
const guess = 0.6;

/** Chooses candidates without overlap and answers them in text order. O(n log n). */
export function resolveOverlaps(candidates: readonly Candidate[]): Candidate[] {
  const ranked = candidates
    .filter((candidate) => candidate.endIndex > candidate.startIndex)
    .sort(
      (a, b) =>
        priorities[b.type] - priorities[a.type] ||
        Number(b.confidence >= guess) - Number(a.confidence >= guess) ||
        b.endIndex - b.startIndex - (a.endIndex - a.startIndex) ||
        b.confidence - a.confidence ||
        a.startIndex - b.startIndex,
    );
  const taken = new TakenSpans();
  const chosen = ranked.filter((candidate) => taken.take(candidate.startIndex, candidate.endIndex));
  return chosen.sort((a, b) => a.startIndex - b.startIndex);
}

/** Spans that are free of one another, as starts and ends by blocks of the text, so that a look-up stays short. */
class TakenSpans {
  readonly #blocks = new Map<number, [number, number][]>();

  take(start: number, end: number): boolean {
    const [first, last] = [start >> blockShift, (end - 1) >> blockShift];
    for (let block = first; block <= last; block += 1) {
      const spans = this.#blocks.get(block);
      if (spans?.some(([otherStart, otherEnd]) => start < otherEnd && otherStart < end)) return false;
    }
    for (let block = first; block <= last; block += 1) {
      const spans = this.#blocks.get(block);
      if (spans === undefined) this.#blocks.set(block, [[start, end]]);
      else spans.push([start, end]);
    }
    return true;
  }
}

const blockShift = 7;
