import { roundScore } from '@quern/runtime/round-score';
import type { Span } from '@quern/text/span';
import { findPostalAddresses } from './addresses/find-postal-addresses.ts';
import { findBankCodes } from './identifiers/find-bank-codes.ts';
import { findIpAddresses } from './identifiers/find-ip-addresses.ts';
import { findMacAddresses } from './identifiers/find-mac-addresses.ts';
import { findPaymentNumbers } from './identifiers/find-payment-numbers.ts';
import { findPhoneNumbers } from './identifiers/find-phone-numbers.ts';
import { findSocialTags } from './identifiers/find-social-tags.ts';
import { findUrlsAndEmails } from './identifiers/find-urls-and-emails.ts';
import { mergeRanges } from './merge-ranges.ts';
import type { EntityTagger } from './names/entity-tagger.ts';
import { findNamesByInitials } from './names/find-names-by-initials.ts';
import { matchGazetteer } from './names/match-gazetteer.ts';
import { splitCaseParties } from './names/split-case-parties.ts';
import { findMoney } from './numeric/find-money.ts';
import { findNumbers } from './numeric/find-numbers.ts';
import { findNumerals } from './numeric/find-numerals.ts';
import { findOrdinals } from './numeric/find-ordinals.ts';
import { findQuantities } from './numeric/find-quantities.ts';
import { findAges } from './personal-data/find-ages.ts';
import { findPostalCodes } from './personal-data/find-postal-codes.ts';
import { findReferences } from './personal-data/find-references.ts';
import { findPersonalNumbers } from './personal-data/numbers/find-personal-numbers.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';
import type { EntityCandidate } from './rules/entity-candidate.ts';
import type { EntityType } from './rules/entity-types.ts';
import { foldText } from './rules/fold-text.ts';
import { createRuleContext, type RuleContext } from './rules/rule-context.ts';
import { unescapeBreaks } from './rules/unescape-breaks.ts';
import { findDates } from './temporal/find-dates.ts';
import { findDurations } from './temporal/find-durations.ts';
import { findPeriods } from './temporal/find-periods.ts';
import { findRelativeDates } from './temporal/find-relative-dates.ts';
import { findTimes } from './temporal/find-times.ts';

/** An entity of a text: `text.slice(startIndex, endIndex)` equals its `text`. */
export interface Entity extends Span {
  readonly type: EntityType;
  /** 0..1, with 4 decimals. */
  readonly confidence: number;
  /**
   * Normalized value: ISO 8601 date, time or duration; ISO 4217 code and amount (`EUR 1234.50`); `12.5%`; `5 km`; a
   * plain decimal; an E.164 number; an absolute URL; an address on one line.
   */
  readonly value?: string;
  /** Other readings of an ambiguous date, in the form of `value`: `1984-05-12` for `12/05/1984`. */
  readonly alternatives?: readonly string[];
}

/** A text and the conventions to read it by. */
export interface ExtractEntitiesInput {
  readonly text: string;
  /** BCP 47 tag, or `und`: decides how `1,5` and `3/4/2025` are read and which lexicons apply. */
  readonly language: string;
  /** Further languages that parts of the text are in (BCP 47), the most frequent first; the lexicons of two of them apply as well. */
  readonly otherLanguages?: readonly string[];
  /** The UTC day that relative dates such as "yesterday" are resolved against; without it they have no value. */
  readonly referenceDate?: Date;
  /** Tags names (PERSON, ORGANIZATION …), see `createEntityTagger`; without it only pattern-based entities are found. */
  readonly tagEntities?: EntityTagger;
  /** Awaited between the passes over the text, so that long texts can yield to other work. */
  readonly yieldIfDue?: () => Promise<void>;
}

/**
 * Extracts pattern-based entities (dates, amounts, identifiers …) and, with `tagEntities`, names.
 *
 * @returns entities in text order, without overlaps
 * @throws any error of `tagEntities` and `yieldIfDue`
 */
export async function extractEntities(input: ExtractEntitiesInput): Promise<Entity[]> {
  const { text, tagEntities, yieldIfDue = async () => undefined } = input;
  const context = createRuleContext({ ...input, text });
  const unescaped = unescapeBreaks(text);
  const tagged = (await tagEntities?.(unescaped)) ?? [];
  const names = tagged.flatMap((candidate) => splitCaseParties(unescaped, candidate));
  await yieldIfDue();
  const candidates: EntityCandidate[] = [];
  const add = (found: Iterable<EntityCandidate>): void => {
    for (const candidate of found) candidates.push(candidate);
  };
  const folded = foldText(unescaped);
  for (const find of patternFinders(folded, unescaped, context)) {
    add(find());
    await yieldIfDue();
  }
  add(await findPhoneNumbers(folded, context));
  await yieldIfDue();
  add(await findPersonalNumbers(folded, context));
  add(names);
  // Nationalities are a closed list, and initials a pattern, that a tagger's training covers only in part.
  add(matchGazetteer(text, context, 'NATIONALITY'));
  add(findNamesByInitials(text, input.language));
  await yieldIfDue();
  const resolved = resolveOverlaps(candidates);
  await yieldIfDue();
  return mergeRanges(folded, resolved).map((candidate) => {
    const { startIndex, endIndex } = candidate;
    const confidence = roundScore(candidate.confidence);
    return { ...candidate, confidence, text: text.slice(startIndex, endIndex) };
  });
}

/** The synchronous passes over a text, cheap checks first. */
function* patternFinders(
  text: string,
  original: string,
  context: RuleContext,
): Generator<() => Iterable<EntityCandidate>> {
  yield () => findUrlsAndEmails(text);
  yield () => findSocialTags(text);
  yield () => findPostalAddresses(text, context, original);
  if (/\p{Nd}/u.test(text)) {
    yield () => findIpAddresses(text);
    yield () => findMacAddresses(text);
    yield () => findBankCodes(text);
    yield () => findPaymentNumbers(context.wordStarts(text));
    yield () => findPostalCodes(text);
    yield () => findReferences(text);
    yield () => findAges(text, context);
  }
  const numerals = findNumerals(text, context);
  yield () => findDates(text, context);
  yield () => findPeriods(text, context);
  yield () => findRelativeDates(text, numerals, context);
  yield () => findTimes(text, context);
  yield () => findDurations(text, numerals, context);
  yield () => findMoney(text, numerals, context);
  yield () => findQuantities(text, numerals, context);
  yield () => findNumbers(text, numerals, context);
  yield () => findOrdinals(text, context);
}
