import { memoize } from '@quern/runtime/caching/memoize';
import { readKnownPlaceBefore } from '../addresses/known-places.ts';
import { codeSource, isDistinctiveCode } from '../addresses/postal-codes.ts';
import { findCue } from '../addresses/words/find-cue.ts';
import { candidateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';

const pattern = memoize(
  (_: 'all') =>
    `${wordStart}(?<![-+#@$€£¥/.,:]|[0-9] )(?:〒[ ]?)?(?:[A-Z]{1,2}-)?(?:${codeSource('after')}|${codeSource('before')})${wordEnd}(?![-/.,:%]?[0-9])`,
);

/**
 * Finds POSTAL_CODE entities outside addresses: after a cue word ("ZIP", "PLZ"), next to a known town or country, or by
 * a form that nothing else has ("SW1A 1AA").
 *
 * @param text folded text
 */
export function findPostalCodes(text: string): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  let end = 0;
  for (const run of text.matchAll(/[0-9]+/g)) {
    const start = startOf(text, run.index);
    const match = start < end || !mayBeCode(text, run) ? null : matchAt(text, start, pattern('all'), 'uy');
    if (match === null) continue;
    end = match.index + match[0].length;
    const confidence = confidenceOf(text, match.index, match[0]);
    if (confidence !== undefined)
      found.push(candidateFromMatch(match, 'POSTAL_CODE', confidence, match[0].replace(/^〒[ ]?/, '')));
  }
  return found;
}

/** Includes letters in front of the digits: "SW1A", "LT-", "〒". */
function startOf(text: string, index: number): number {
  return (
    index - (/(?:〒[ ]?|[A-Z]{1,2}-?)$/.exec(text.slice(Math.max(0, index - 4), index))?.[0].length ?? 0)
  );
}

/** Whether a run of digits has the length of a code, or letters or digits next to it. */
function mayBeCode(text: string, { index, 0: digits }: RegExpExecArray): boolean {
  const end = index + digits.length;
  return (
    digits.length >= 4 ||
    /[A-Z〒-]/.test(text[index - 1] ?? '') ||
    /^[ -]?[0-9A-Z]/.test(text.slice(end, end + 2))
  );
}

function confidenceOf(text: string, index: number, code: string): number | undefined {
  if (code.startsWith('〒')) return 0.97;
  if (/^(?:[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}|[A-Z][0-9][A-Z] [0-9][A-Z][0-9])$/.test(code)) return 0.85;
  const cue = findCue(text, index);
  if (cue?.kinds.includes('postalCode') === true && cue.isAdjacent) return 0.94;
  const isYear = /^(?:1[89]|20)[0-9]{2}$/.test(code);
  if (isYear || code.replace(/[^0-9]/g, '').length < 4 || /^[0-9]+000$/.test(code)) return undefined;
  if (
    /^[ \u00a0]?(?:\p{Ll}|[€$£%])/u.test(text.slice(index + code.length, index + code.length + 2)) &&
    !isDistinctiveCode(code)
  )
    return isAfterPlace(text, index, 5, code) ? 0.6 : undefined;
  return isAfterPlace(text, index, 4, code) ? 0.72 : undefined;
}

const capitalBefore = /(?:^|\s)(?:in|from|near|to|of) (?:\p{Lu}[\p{L}\p{M}'’-]{1,24} ){1,3}$/u;

/** Whether a town or country is in front of the code: "Paris 75001", "in Springfield 62704". */
function isAfterPlace(text: string, index: number, digitsMin: number, code: string): boolean {
  if (code.length < digitsMin) return false;
  const gap = /,?[ \u00a0]$/.exec(text.slice(Math.max(0, index - 2), index));
  if (gap === null) return false;
  const end = index - gap[0].length;
  if (
    readKnownPlaceBefore(text, end, 'town') !== undefined ||
    readKnownPlaceBefore(text, end, 'country') !== undefined
  )
    return true;
  return /^[0-9]{5}$/.test(code) && capitalBefore.test(text.slice(Math.max(0, index - 60), index));
}
