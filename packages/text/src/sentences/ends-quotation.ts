import { startsLikeSentence } from './abbreviations/word-shapes.ts';
import type { SentenceEndCandidate } from './rules/sentence-end-candidate.ts';
import type { SentenceRules } from './rules/sentence-rules.ts';

/** Continue the sentence after a quotation in Japanese: particles and the copula. */
const particle = /^(?:[、。…とはがをにもので]|って|だ|な|や|か|へ|より|まで|など)/u;
const clausePattern = /^[^.。！？!?؟।]{0,24}/u;

/** A parenthesis that does not begin a sentence ends none, unless a typical beginning follows: `(verified?) Customers`. */
export function isParenthesisInSentence(
  { closingMarks, beforeOpeningMark }: SentenceEndCandidate,
  head: string,
  rules: SentenceRules,
): boolean {
  return closingMarks.includes(')') && beforeOpeningMark !== '' && !startsLikeSentence(head, rules);
}

/** In scripts without capitals, a verb near a quotation shows that the sentence continues with its speaker. */
export function isAttributedQuotation(
  { closingMarks, beforeOpeningMark }: SentenceEndCandidate,
  head: string,
  { speechVerbs }: SentenceRules,
): boolean {
  if (closingMarks === '' || speechVerbs.length === 0 || !/[\p{Pf}\p{Pe}"'“»]/u.test(closingMarks))
    return false;
  if (/[:：]/u.test(beforeOpeningMark) || !/^\p{Lo}/u.test(head)) return false;
  const clause = clausePattern.exec(head)?.[0] ?? '';
  return speechVerbs.some((verb) => clause.includes(verb));
}

/**
 * Decides for terminators such as `。`, which need no white space after them. A full-width period may be a decimal point;
 * after a closing mark without white space, what follows decides.
 */
export function endsWithoutSpace(candidate: SentenceEndCandidate, rules: SentenceRules): boolean {
  const { terminators, closingMarks, beforeOpeningMark, isFollowedBySpace, textAfter } = candidate;
  if (terminators === '．' && /^\p{N}/u.test(textAfter)) return false;
  if (closingMarks === '') return true;
  if (isAttributedQuotation(candidate, textAfter, rules)) return false;
  if (isFollowedBySpace || /^[「『《（“‘"'(]/u.test(textAfter)) return true;
  if (/[)）]/u.test(closingMarks)) return false;
  if (rules.language === 'ja') return !particle.test(textAfter);
  return beforeOpeningMark === '' || /[:：]/u.test(beforeOpeningMark);
}
