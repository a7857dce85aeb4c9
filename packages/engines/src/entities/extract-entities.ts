import type { Span } from '../offsets.ts';
import { type Candidate, type RuleContext, ruleContext } from './candidate.ts';
import type { EntityType } from './entity-types.ts';
import { findCapitalisedNames } from './find-capitalised-names.ts';
import { findDates } from './find-dates.ts';
import { findEnglishNames } from './find-english-names.ts';
import { findHandles } from './find-handles.ts';
import { findIpAddresses } from './find-ip-addresses.ts';
import { findKnownNames } from './find-known-names.ts';
import { findMarkedNames, withoutTitle } from './find-marked-names.ts';
import { findMoney } from './find-money.ts';
import { findNumbers } from './find-numbers.ts';
import { findPaymentNumbers } from './find-payment-numbers.ts';
import { findPhoneNumbers } from './find-phone-numbers.ts';
import { findPostalAddresses } from './find-postal-addresses.ts';
import { findQuantities } from './find-quantities.ts';
import { findRelativeDates } from './find-relative-dates.ts';
import { findTimes } from './find-times.ts';
import { findWebAddresses } from './find-web-addresses.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';

export interface Entity extends Span {
  readonly type: EntityType;
  /** 0..1 */
  readonly confidence: number;
  /**
   * Normalised: ISO 8601 date, time or duration; ISO 4217 code and amount (`EUR 1234.50`); `12.5%`; `5 km`; a plain
   * decimal; E.164; an absolute URL; an address on one line.
   */
  readonly value?: string;
}

export interface ExtractEntitiesInput {
  readonly text: string;
  /** BCP 47, or `und`: decides what 1,5 and 3/4/2025 mean and whose words for months, units and titles apply. */
  readonly language: string;
  /** What "yesterday" is counted from (its UTC day); without it relative dates have no value. */
  readonly referenceDate?: Date;
}

/** Finds entities by rules: no two overlap, in text order, `text.slice(startIndex, endIndex)` is each one's text. */
export async function extractEntities(input: ExtractEntitiesInput): Promise<Entity[]> {
  const { text } = input;
  const context = ruleContext(input.language, input.referenceDate);
  const candidates: Candidate[] = [
    ...findFixedForms(text, context),
    ...(await findPhoneNumbers(text, context)),
    ...(await findNames(text, context)),
  ];
  return resolveOverlaps(candidates).map((candidate) => {
    const { startIndex, endIndex } = candidate;
    return { ...candidate, text: text.slice(startIndex, endIndex) };
  });
}

/** What is told by its form alone. */
function findFixedForms(text: string, context: RuleContext): Candidate[] {
  const found: Candidate[] = [];
  const add = (candidates: readonly Candidate[]) => {
    for (const candidate of candidates) found.push(candidate);
  };
  add(findWebAddresses(text));
  add(findHandles(text));
  if (/\p{Nd}/u.test(text)) {
    add(findIpAddresses(text));
    add(findPaymentNumbers(text));
    add(findPostalAddresses(text, context));
  }
  add(findDates(text, context));
  add(findRelativeDates(text, context));
  add(findTimes(text, context));
  add(findMoney(text, context));
  add(findQuantities(text, context));
  add(findNumbers(text, context));
  return found;
}

/** What is told by words: the part that a trained tagger replaces. */
async function findNames(text: string, context: RuleContext): Promise<Candidate[]> {
  const found = [...findKnownNames(text, context), ...findMarkedNames(text, context)];
  found.push(...findCapitalisedNames(text, context));
  if (context.tables[0] === 'en') found.push(...(await findEnglishNames(text)));
  return found.map((candidate) => withoutTitle(text, candidate));
}
