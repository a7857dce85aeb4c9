import type { Span } from '@quern/text/span';
import { findPostalAddresses } from './addresses/find-postal-addresses.ts';
import { createRuleContext, type EntityCandidate, type RuleContext } from './entity-candidate.ts';
import type { EntityType } from './entity-types.ts';
import { findIpAddresses } from './identifiers/find-ip-addresses.ts';
import { findPaymentNumbers } from './identifiers/find-payment-numbers.ts';
import { findPhoneNumbers } from './identifiers/find-phone-numbers.ts';
import { findSocialTags } from './identifiers/find-social-tags.ts';
import { findUrlsAndEmails } from './identifiers/find-urls-and-emails.ts';
import { mergeRanges } from './merge-ranges.ts';
import { findNamesByInitials } from './names/find-names-by-initials.ts';
import { findRuleBasedNames } from './names/find-rule-based-names.ts';
import { matchGazetteer } from './names/match-gazetteer.ts';
import { findMoney } from './numeric/find-money.ts';
import { findNumbers } from './numeric/find-numbers.ts';
import { findNumerals } from './numeric/find-numerals.ts';
import { findOrdinals } from './numeric/find-ordinals.ts';
import { findQuantities } from './numeric/find-quantities.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';
import { findDates } from './temporal/find-dates.ts';
import { findDurations } from './temporal/find-durations.ts';
import { findPeriods } from './temporal/find-periods.ts';
import { findRelativeDates } from './temporal/find-relative-dates.ts';
import { findTimes } from './temporal/find-times.ts';

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
  readonly tagEntities?: EntityTagger;
  /** Awaited between the passes over the text; default: none is. */
  readonly yieldIfDue?: () => Promise<void>;
}

/** Spans of names in the text's own offsets, in any order, of the types that are told by words. */
export type EntityTagger = (text: string) => Promise<readonly EntityCandidate[]>;

/**
 * Entities by form (rules) and by words (`tagNames`, else rules and lists): no two overlap, in text order,
 * `text.slice(startIndex, endIndex)` is each one's text.
 */
export async function extractEntities(input: ExtractEntitiesInput): Promise<Entity[]> {
  const { text, tagEntities: tagNames, yieldIfDue: takeTurn = async () => undefined } = input;
  const context = createRuleContext(input.language, input.referenceDate);
  const names = tagNames === undefined ? await findRuleBasedNames(text, context) : await tagNames(text);
  await takeTurn();
  const candidates: EntityCandidate[] = [];
  const add = (found: Iterable<EntityCandidate>): void => {
    for (const candidate of found) candidates.push(candidate);
  };
  for (const find of fixedForms(text, context)) {
    add(find());
    await takeTurn();
  }
  add(await findPhoneNumbers(text, context));
  add(names);
  await takeTurn();
  if (tagNames !== undefined) {
    // Nationalities are a closed list, of which a tagger's training has only a part; initials it may not know in all languages.
    add(matchGazetteer(text, context, 'NATIONALITY'));
    add(findNamesByInitials(text));
    await takeTurn();
  }
  const resolved = resolveOverlaps(candidates);
  await takeTurn();
  return mergeRanges(text, resolved).map((candidate) => {
    const { startIndex, endIndex } = candidate;
    return { ...candidate, text: text.slice(startIndex, endIndex) };
  });
}

/** The passes over a text for entities that are recognized by their form alone. */
function* fixedForms(text: string, context: RuleContext): Generator<() => Iterable<EntityCandidate>> {
  yield () => findUrlsAndEmails(text);
  yield () => findSocialTags(text);
  if (/\p{Nd}/u.test(text)) {
    yield () => findIpAddresses(text);
    yield () => findPaymentNumbers(text);
    yield () => findPostalAddresses(text, context);
  }
  const amounts = findNumerals(text, context);
  yield () => findDates(text, context);
  yield () => findPeriods(text, context);
  yield () => findRelativeDates(text, amounts, context);
  yield () => findTimes(text, context);
  yield () => findDurations(text, amounts, context);
  yield () => findMoney(text, amounts, context);
  yield () => findQuantities(text, amounts);
  yield () => findNumbers(text, amounts, context);
  yield () => findOrdinals(text, context);
}
