import type { SentenceRules } from './sentence-rules.ts';

/** A position where a sentence may end. */
export interface SentenceEndCandidate {
  /** The sentence before the terminators; its last 200 characters at most. */
  readonly textBefore: string;
  /** Whether `textBefore` is the whole sentence so far. */
  readonly isPrefixComplete: boolean;
  /** Period, question mark or similar, possibly several. */
  readonly terminators: string;
  /** Closing quotation marks, brackets and footnote numbers after the terminators. */
  readonly closingMarks: string;
  readonly isFollowedBySpace: boolean;
  /** The text after the white space; 80 characters at most. */
  readonly textAfter: string;
  /** Whether the paragraph has no capital letters, so that a sentence may begin with a small one. */
  readonly isCaseless: boolean;
}

const openersPattern = /^[\s"'“‘«„‚»([{（「『《¿¡_*]+/u;
const wordBeforePattern = /[^\s([{"'“‘«„]*$/u;

/** Decides whether a sentence ends at a candidate. */
export function isSentenceEnd(candidate: SentenceEndCandidate, rules: SentenceRules): boolean {
  const { terminators, textAfter, closingMarks } = candidate;
  if (!/[\p{L}\p{N}]/u.test(textAfter)) return false;
  if (/[^\p{ASCII}…]/u.test(terminators)) return endsWithoutSpace(candidate);
  if (!candidate.isFollowedBySpace) return isMissingSpace(candidate, rules);
  if (isListMarker(candidate)) return false;
  // A citation in parentheses belongs to the quotation before it.
  if (closingMarks !== '' && /^\([^()]{1,60}\)[.,;]/u.test(textAfter)) return false;
  if (/^\(\p{L}\)\s/u.test(textAfter)) return true;
  const next = textAfter.replace(openersPattern, '');
  if (/^[,;:)\]}»”]/u.test(next)) return false;
  const head = next.replace(/^[\p{Pd}\s]+/u, '');
  const startsWithSmallLetter = /^\p{Ll}/u.test(head) && !candidate.isCaseless;
  if (startsWithSmallLetter) return false;
  // A dash after a quotation or a period continues the sentence: “Yes.” – he said.
  if (head !== next && (closingMarks !== '' || terminators === '.')) return false;
  if (/^\. \. \.$/u.test(terminators) && /\s$/.test(candidate.textBefore)) return false;
  if (/[.…]{2,}|…|\. \./u.test(terminators)) return !/^\p{Ll}/u.test(head);
  if (/[^.]/u.test(terminators)) return true;
  return closingMarks !== '' || !isAbbreviation(candidate, head, rules);
}

/** Terminators such as `。` need no white space after them, but a full-width period may be a decimal point. */
function endsWithoutSpace({
  terminators,
  closingMarks,
  isFollowedBySpace,
  textAfter,
}: SentenceEndCandidate): boolean {
  if (terminators === '．' && /^\p{N}/u.test(textAfter)) return false;
  return closingMarks === '' || isFollowedBySpace || /^[「『《（“‘"'(]/u.test(textAfter);
}

/** Detects a sentence end with a missing space, `a lot.The next`, but not in URLs, file names and initials. */
function isMissingSpace(
  { textBefore, terminators, closingMarks, textAfter }: SentenceEndCandidate,
  rules: SentenceRules,
): boolean {
  if (terminators !== '.' || closingMarks !== '') return false;
  const word = /[^\s(["'“]*$/u.exec(textBefore)?.[0] ?? '';
  if (
    !/^(?:\p{L}*\p{Ll}{2}|\p{N}[\p{N},]*)$/u.test(word) ||
    !/^(?:\p{Lu}\p{Ll}*\s|\p{Lu}{2,}\s)/u.test(textAfter)
  )
    return false;
  const lower = word.toLowerCase();
  return (
    !rules.neverFinalAbbreviations.has(lower) &&
    !rules.possiblyFinalAbbreviations.has(lower) &&
    !rules.beforeNumberAbbreviations.has(lower)
  );
}

/** Whether the text before is only the marker of a list item: `1.`, `a)`, `• IV.` */
function isListMarker({ textBefore, isPrefixComplete, terminators }: SentenceEndCandidate): boolean {
  return (
    isPrefixComplete &&
    terminators === '.' &&
    /^\s*(?:[•⁃‣◦▪●]\s*)?\(?(?:\p{L}|\p{N}{1,3}|[IVXLC]{1,5})\)?$/u.test(textBefore)
  );
}

/** Whether the period belongs to an abbreviation, an initial or an ordinal rather than ending the sentence. */
function isAbbreviation(candidate: SentenceEndCandidate, next: string, rules: SentenceRules): boolean {
  const { textBefore } = candidate;
  const word = wordBeforePattern.exec(textBefore)?.[0] ?? '';
  const lower = word.toLowerCase();
  if (isDottedDate(textBefore, next) || isNumberedLabel(word, next)) return true;
  const startsSentence = rules.sentenceStarters.has(/^[\p{L}’']+/u.exec(next)?.[0].toLowerCase() ?? '');
  if (
    /^\p{N}/u.test(next) &&
    (/^n[°º]$/u.test(lower) ||
      rules.beforeNumberAbbreviations.has(lower) ||
      rules.neverFinalAbbreviations.has(lower) ||
      rules.possiblyFinalAbbreviations.has(lower))
  )
    return true;
  if (/^(?:a\.m|p\.m)$/u.test(lower)) return !startsSentence && !endsWithTime(candidate);
  if (rules.possiblyFinalAbbreviations.has(lower)) return !startsSentence;
  if (rules.neverFinalAbbreviations.has(lower)) return true;
  if (/^(?:\p{Ll}\.)+\p{Ll}$/u.test(word)) return !startsSentence;
  if (/\p{N}\s?\p{Ll}$/u.test(textBefore)) return false;
  if (/^\p{Ll}$/u.test(word)) return !startsSentence || /^\p{Lu}\./u.test(next);
  if (/(?:^|[.\p{Pd}])\p{Lu}$/u.test(word)) return !startsSentence || isInitial(textBefore, next);
  if (!rules.hasDottedOrdinals || startsSentence) return false;
  return /^\p{Pd}?(?:\p{N}{1,2}|[IVXLC]{2,5})$/u.test(word);
}

/** A date with periods and spaces, such as `2020. 3. 11.` and `11. 3. 2020`. */
function isDottedDate(textBefore: string, next: string): boolean {
  return (
    (/(?:^|\D)\d{4}$/.test(textBefore) && /^\d{1,2}\./.test(next)) ||
    (/(?:^|\D)\d{4}\.\s?\d{1,2}$/.test(textBefore) && /^\d{1,2}(?:\.|\D)/.test(next)) ||
    (/(?:^|[^\d.])\d{1,2}$/.test(textBefore) && /^\d{1,2}\.\s?\d{4}(?!\d)/.test(next)) ||
    (/(?:^|\D)\d{4}\.\s?\d{1,2}\.\s?\d{1,2}$/.test(textBefore) && /^\p{Script=Hangul}/u.test(next)) ||
    (/(?:^|\D)\d{1,2}\.\s?\d{1,2}$/.test(textBefore) && /^\d{4}(?!\d)/.test(next))
  );
}

/** A caption's label with a stray period, as in `Results are in Table. 1.` */
function isNumberedLabel(word: string, next: string): boolean {
  return (
    /^(?:Table|Figure|Section|Chapter|Equation|Appendix|Tabelle|Abbildung|Tableau|Tabla|Figura|Tabela)$/.test(
      word,
    ) && /^\d{1,3}(?!\d)/.test(next)
  );
}

/**
 * Whether a sentence is long enough to end with a time: `At 5 a.m. Mr. Smith` continues, `He left the bank at 6 p.m. Mr.
 * Smith` does not.
 */
function endsWithTime({ textBefore, isPrefixComplete }: SentenceEndCandidate): boolean {
  return !isPrefixComplete || textBefore.trim().split(/\s+/u).length > 4;
}

/** Whether an initial is followed by another one, `J. A. Smith`; `you and I. A dog` is rarer. */
function isInitial(textBefore: string, next: string): boolean {
  return /^\p{Lu}\./u.test(next) && /\p{Lu}/u.test(textBefore);
}
