import type { Span } from '../offsets.ts';
import { type Candidate, type RuleContext, ruleContext } from './candidate.ts';
import type { EntityType } from './entity-types.ts';
import { findAmounts } from './find-amounts.ts';
import { findDates } from './find-dates.ts';
import { findDurations } from './find-durations.ts';
import { findHandles } from './find-handles.ts';
import { findInitialedNames } from './find-initialed-names.ts';
import { findIpAddresses } from './find-ip-addresses.ts';
import { findKnownNames } from './find-known-names.ts';
import { findMoney } from './find-money.ts';
import { findNumbers } from './find-numbers.ts';
import { findOrdinals } from './find-ordinals.ts';
import { findPaymentNumbers } from './find-payment-numbers.ts';
import { findPeriods } from './find-periods.ts';
import { findPhoneNumbers } from './find-phone-numbers.ts';
import { findPostalAddresses } from './find-postal-addresses.ts';
import { findQuantities } from './find-quantities.ts';
import { findRelativeDates } from './find-relative-dates.ts';
import { findRuleNames } from './find-rule-names.ts';
import { findTimes } from './find-times.ts';
import { findWebAddresses } from './find-web-addresses.ts';
import { joinRanges } from './join-ranges.ts';
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
  /** Finds names by their words (PERSON, ORGANIZATION ...); absent: rules and lists do. */
  readonly tagNames?: NameTagger;
}

/** Spans of names in the text's own offsets, in any order, of the types that are told by words. */
export type NameTagger = (text: string) => Promise<readonly Candidate[]>;

/**
 * Entities by form (rules) and by words (`tagNames`, else rules and lists): no two overlap, in text order,
 * `text.slice(startIndex, endIndex)` is each one's text.
 */
export async function extractEntities(input: ExtractEntitiesInput): Promise<Entity[]> {
  const { text, tagNames } = input;
  const context = ruleContext(input.language, input.referenceDate);
  const [phones, names] = await Promise.all([
    findPhoneNumbers(text, context),
    tagNames === undefined ? findRuleNames(text, context) : tagNames(text),
  ]);
  // Peoples are a closed list, which a tagger's training has but in part; initials it may not know in all languages.
  const peoples = tagNames === undefined ? [] : findKnownNames(text, context, 'NATIONALITY');
  const initialed = tagNames === undefined ? [] : findInitialedNames(text);
  const candidates = [...findFixedForms(text, context), ...phones, ...names, ...peoples, ...initialed];
  return joinRanges(text, resolveOverlaps(candidates)).map((candidate) => {
    const { startIndex, endIndex } = candidate;
    return { ...candidate, text: text.slice(startIndex, endIndex) };
  });
}

/** What is told by its form alone. */
function findFixedForms(text: string, context: RuleContext): Candidate[] {
  const amounts = findAmounts(text, context);
  const families: (readonly Candidate[])[] = [findWebAddresses(text), findHandles(text)];
  if (/\p{Nd}/u.test(text)) {
    families.push(findIpAddresses(text), findPaymentNumbers(text), findPostalAddresses(text, context));
  }
  families.push(
    findDates(text, context),
    findPeriods(text, context),
    findRelativeDates(text, amounts, context),
    findTimes(text, context),
    findDurations(text, amounts, context),
    findMoney(text, amounts, context),
    findQuantities(text, amounts),
    findNumbers(text, amounts, context),
    findOrdinals(text, context),
  );
  return families.flat();
}
