import { isAbbreviation } from './abbreviations/is-abbreviation.ts';
import { endsWithoutSpace, isAttributedQuotation, isParenthesisInSentence } from './ends-quotation.ts';
import { isMissingSpace } from './is-missing-space.ts';
import type { SentenceEndCandidate } from './rules/sentence-end-candidate.ts';
import type { SentenceRules } from './rules/sentence-rules.ts';

const openersPattern = /^[\s"'“‘«„‚»([{（「『《¿¡_*]+/u;

/** Follows the name of a company, which may have an exclamation mark. */
const companySuffix = /^(?:Inc|Ltd|LLC|Corp|Co|plc|GmbH|AG|Online)(?![\p{L}\p{M}])/u;

/** Decides whether a sentence ends at a candidate. */
export function isSentenceEnd(candidate: SentenceEndCandidate, rules: SentenceRules): boolean {
  const { terminators, textAfter, closingMarks } = candidate;
  if (!/[\p{L}\p{N}]/u.test(textAfter)) return false;
  if (/[^\p{ASCII}…]/u.test(terminators)) return endsWithoutSpace(candidate, rules);
  if (!candidate.isFollowedBySpace) return candidate.hasEmoji || isMissingSpace(candidate, rules);
  if (isListMarker(candidate)) return false;
  // A citation in parentheses belongs to the quotation before it.
  if (closingMarks !== '' && /^\([^()]{1,60}\)[.,;]/u.test(textAfter)) return false;
  if (/^\(\p{L}\)\s/u.test(textAfter)) return true;
  const next = textAfter.replace(openersPattern, '');
  if (/^[,;:)\]}»”]/u.test(next)) return false;
  const head = next.replace(/^[\p{Pd}\s]+/u, '');
  const startsWithSmallLetter = /^\p{Ll}/u.test(head) && !candidate.isCaseless;
  if (startsWithSmallLetter) return false;
  if (isParenthesisInSentence(candidate, head, rules) || isAttributedQuotation(candidate, head, rules))
    return false;
  // A dash after a quotation or a period continues the sentence: “Yes.” – he said.
  if (head !== next && (closingMarks !== '' || terminators === '.')) return false;
  if (/^\. \. \.$/u.test(terminators) && /\s$/.test(candidate.textBefore)) return false;
  if (/[.…]{2,}|…|\. \./u.test(terminators)) return !/^\p{Ll}/u.test(head);
  if (/[^.]/u.test(terminators)) return !companySuffix.test(head);
  if (candidate.hasEmoji) return true;
  return closingMarks !== '' || !isAbbreviation(candidate, head, rules);
}

/** Whether the text before is only the marker of a list item: `1.`, `a)`, `• IV.` */
function isListMarker({ textBefore, isPrefixComplete, terminators }: SentenceEndCandidate): boolean {
  return (
    isPrefixComplete &&
    terminators === '.' &&
    /^\s*(?:[•⁃‣◦▪●]\s*)?\(?(?:\p{L}|\p{N}{1,3}|[IVXLC]{1,5})\)?$/u.test(textBefore)
  );
}
