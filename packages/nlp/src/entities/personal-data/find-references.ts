import { memoize } from '@quern/runtime/caching/memoize';
import { collectCues } from '../addresses/words/address-words.ts';
import { findCue } from '../addresses/words/find-cue.ts';
import currencies from '../lexicon/currencies.data.json' with { type: 'json' };
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex } from '../rules/regex-builder.ts';
import { type NumberToken, readTokens } from './numbers/read-tokens.ts';

const parcel = /^1Z[0-9A-Z]{16}$/;
const date =
  /^(?:(?:19|20)[0-9]{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12][0-9]|3[01])|(?:0?[1-9]|[12][0-9]|3[01])[-/.](?:0?[1-9]|[12][0-9]|3[01])[-/.](?:[0-9]{2}|(?:19|20)[0-9]{2}))$/;
const digitsMin = 4;
const currencyCodes: ReadonlySet<string> = new Set(currencies.codes);

/**
 * Finds REFERENCE entities: the number of an invoice, order, case, ticket, customer or parcel after its noun, in any of
 * the languages. The entity is the number without the noun; the value has no spaces.
 *
 * @param text folded text
 */
export function findReferences(text: string): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  let end = 0;
  for (const token of readTokens(text)) {
    if (token.startIndex < end) continue;
    const candidate = referenceAt(text, token);
    if (candidate === undefined) continue;
    found.push(candidate);
    end = candidate.endIndex;
  }
  return found;
}

function referenceAt(text: string, { startIndex, ends }: NumberToken): EntityCandidate | undefined {
  const endIndex = ends[0];
  if (endIndex === undefined) return undefined;
  const written = text.slice(startIndex, endIndex);
  const candidate = { startIndex, endIndex, type: 'REFERENCE' as const, value: written };
  if (parcel.test(written)) return { ...candidate, confidence: 0.9 };
  if (
    written.length < 2 ||
    date.test(written) ||
    !/[0-9]/.test(written) ||
    /\p{Ll}{2}|[0-9]\p{Ll}$/u.test(written)
  )
    return undefined;
  // The search for a cue is the most expensive check.
  const isLabeled = isNumberLabel(text.slice(Math.max(0, startIndex - 12), startIndex));
  if (!isLabeled && !isUnlabeledReference(text, written, endIndex)) return undefined;
  // An amount: USD520.
  if (currencyCodes.has(written.slice(0, 3)) && /^[A-Z]{3}[0-9.,]+$/.test(written)) return undefined;
  const cue = findCue(text, startIndex);
  if (cue?.isAdjacent !== true || !cue.kinds.includes('reference')) return undefined;
  return { ...candidate, ...withGroups(text, { startIndex, ends }), confidence: isLabeled ? 0.92 : 0.82 };
}

const numberLabel = memoize(
  (_: 'all') =>
    `(?:[:#№]|(?<!\\p{L})${alternation(collectCues(({ numberLabels }) => numberLabels))}\\.?)[ \\u00a0"'(]{0,2}$`,
);
const notCounted = memoize(
  (_: 'all'): ReadonlySet<string> => new Set(collectCues((words) => words.notCounted)),
);

/** Whether a sign or a word of the number is in front: "no.", "#", ":". */
function isNumberLabel(before: string): boolean {
  return cachedRegex(numberLabel('all'), 'iu').test(before);
}

/** Whether a number directly after its noun is no count or year: "invoice 20415", not "order 3 pizzas". */
function isUnlabeledReference(text: string, written: string, endIndex: number): boolean {
  const digits = written.match(/[0-9]/g)?.length ?? 0;
  // A range: "tickets 120-180 TL".
  if (/^[0-9]{1,3}-[0-9]{1,3}$/.test(written)) return false;
  if (/^(?:19|20)[0-9]{2}$/.test(written) && Number(written) < 2036) return false;
  if (/\p{L}/u.test(written) && digits >= 2) return true;
  if (digits < digitsMin || /^[0-9]{1,3}(?:[.,][0-9]{3})+$/.test(written)) return false;
  if (/[-/]/.test(written)) return true;
  const next = /^[ \u00a0](\p{L}+)/u.exec(text.slice(endIndex, endIndex + 24))?.[1];
  // Plurals of English and German, and genitives of Russian and Ukrainian, are what a number counts.
  return next === undefined || !/(?:s|en|ов|ів)$/u.test(next) || notCounted('all').has(next);
}

/** Includes groups of digits and capitals that follow the first one: "1234 5678 9012". */
function withGroups(text: string, { startIndex, ends }: NumberToken): { endIndex: number; value: string } {
  let endIndex = ends[0] ?? startIndex;
  if (/^[0-9]{3,5}$|^[A-Z]{1,3}$/.test(text.slice(startIndex, endIndex)))
    for (const end of ends.slice(1)) {
      if (!/^[ \u00a0][0-9]{2,5}$/.test(text.slice(endIndex, end))) break;
      endIndex = end;
    }
  return { endIndex, value: text.slice(startIndex, endIndex).replace(/[ \u00a0]/g, '') };
}
