import type { SentenceRules } from './sentence-rules.ts';

/** A place where a sentence may end. */
export interface SentenceEndCandidate {
  /** The text of the sentence so far, up to the terminators (its last 200 characters at most). */
  readonly before: string;
  /** Whether `before` is the whole of it. */
  readonly isWhole: boolean;
  readonly terminators: string;
  readonly closers: string;
  /** Whether white space follows. */
  readonly isSpaced: boolean;
  /** What follows after the white space (80 characters at most). */
  readonly after: string;
  /** The paragraph has no capital letters, so a small one may begin a sentence. */
  readonly isCaseless: boolean;
}

const openersPattern = /^[\s"'“‘«„‚»([{（「『《¿¡_*]+/u;
const wordBeforePattern = /[^\s([{"'“‘«„]*$/u;

/** Whether a sentence ends at a candidate. */
export function isSentenceEnd(candidate: SentenceEndCandidate, rules: SentenceRules): boolean {
  const { terminators, after, closers } = candidate;
  if (!/[\p{L}\p{N}]/u.test(after)) return false;
  if (/[^\p{ASCII}…]/u.test(terminators)) return endsUnspaced(candidate);
  if (!candidate.isSpaced) return lacksSpace(candidate, rules);
  if (isMarker(candidate) || (closers !== '' && /^\([^()]{1,60}\)[.,;]/u.test(after))) return false;
  if (/^\(\p{L}\)\s/u.test(after)) return true;
  const next = after.replace(openersPattern, '');
  if (/^[,;:)\]}»”]/u.test(next)) return false;
  const head = next.replace(/^[\p{Pd}\s]+/u, '');
  const startsLow = /^\p{Ll}/u.test(head) && !candidate.isCaseless;
  if (startsLow || (head !== next && isQuoted(candidate))) return false;
  if (/^\. \. \.$/u.test(terminators) && /\s$/.test(candidate.before)) return false;
  if (/[.…]{2,}|…|\. \./u.test(terminators)) return !/^\p{Ll}/u.test(head);
  if (/[^.]/u.test(terminators)) return true;
  return closers !== '' || !isAbbreviation(candidate, head, rules);
}

/** Scripts with terminators of their own need no white space after them; a full-width point may be a decimal. */
function endsUnspaced({ terminators, closers, isSpaced, after }: SentenceEndCandidate): boolean {
  if (terminators === '．' && /^\p{N}/u.test(after)) return false;
  return closers === '' || isSpaced || isOpening(after);
}

/** `a lot.The next` where a space was lost; addresses, names of files and initials are not meant. */
function lacksSpace(
  { before, terminators, closers, after }: SentenceEndCandidate,
  rules: SentenceRules,
): boolean {
  if (terminators !== '.' || closers !== '') return false;
  const word = /[^\s(["'“]*$/u.exec(before)?.[0] ?? '';
  if (
    !/^(?:\p{L}*\p{Ll}{2}|\p{N}[\p{N},]*)$/u.test(word) ||
    !/^(?:\p{Lu}\p{Ll}*\s|\p{Lu}{2,}\s)/u.test(after)
  )
    return false;
  const low = word.toLowerCase();
  return (
    !rules.neverFinalAbbreviations.has(low) &&
    !rules.possiblyFinalAbbreviations.has(low) &&
    !rules.beforeNumberAbbreviations.has(low)
  );
}

function isOpening(after: string): boolean {
  return after === '' || /^[「『《（“‘"'(]/u.test(after);
}

/** The number or letter of an item is no sentence: `1.`, `a)`, `• IV.` */
function isMarker({ before, isWhole, terminators }: SentenceEndCandidate): boolean {
  return (
    isWhole &&
    terminators === '.' &&
    /^\s*(?:[•⁃‣◦▪●]\s*)?\(?(?:\p{L}|\p{N}{1,3}|[IVXLC]{1,5})\)?$/u.test(before)
  );
}

/** A dash after a closing quotation mark goes on with who said it. */
function isQuoted({ closers, terminators }: SentenceEndCandidate): boolean {
  return closers !== '' || terminators === '.';
}

function isAbbreviation(candidate: SentenceEndCandidate, next: string, rules: SentenceRules): boolean {
  const { before } = candidate;
  const word = wordBeforePattern.exec(before)?.[0] ?? '';
  const low = word.toLowerCase();
  const startsSentence = rules.sentenceStarters.has(/^[\p{L}’']+/u.exec(next)?.[0].toLowerCase() ?? '');
  if (
    /^\p{N}/u.test(next) &&
    (/^n[°º]$/u.test(low) ||
      rules.beforeNumberAbbreviations.has(low) ||
      rules.neverFinalAbbreviations.has(low) ||
      rules.possiblyFinalAbbreviations.has(low))
  )
    return true;
  if (/^(?:a\.m|p\.m)$/u.test(low)) return !startsSentence && !endsWithTime(candidate);
  if (rules.possiblyFinalAbbreviations.has(low)) return !startsSentence;
  if (rules.neverFinalAbbreviations.has(low)) return true;
  if (/^(?:\p{Ll}\.)+\p{Ll}$/u.test(word)) return !startsSentence;
  if (/\p{N}\s?\p{Ll}$/u.test(before)) return false;
  if (/^\p{Ll}$/u.test(word)) return !startsSentence || /^\p{Lu}\./u.test(next);
  if (/(?:^|[.\p{Pd}])\p{Lu}$/u.test(word)) return !startsSentence || isInitial(before, next);
  if (!rules.hasDottedOrdinals || startsSentence) return false;
  return /^\p{Pd}?(?:\p{N}{1,2}|[IVXLC]{2,5})$/u.test(word);
}

/** `At 5 a.m. Mr. Smith` goes on; `He left the bank at 6 p.m. Mr. Smith` does not. */
function endsWithTime({ before, isWhole }: SentenceEndCandidate): boolean {
  return !isWhole || before.trim().split(/\s+/u).length > 4;
}

/** `J. A. Smith`: an initial followed by another; `you and I. A dog` is rarer. */
function isInitial(before: string, next: string): boolean {
  return /^\p{Lu}\./u.test(next) && /\p{Lu}/u.test(before);
}
