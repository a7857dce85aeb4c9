import { calendarWords } from './abbreviations/calendar-words.ts';
import { lastWord } from './abbreviations/word-shapes.ts';
import { toLower } from './rules/lower-case.ts';
import type { SentenceEndCandidate } from './rules/sentence-end-candidate.ts';
import type { SentenceRules } from './rules/sentence-rules.ts';

/** Ends of file names and host names that are also written with a capital: `Mail.Ru`, `Node.Js`. */
const nameEnding =
  /^(?:com|net|org|info|js|ts|io|ai|ru|de|fr|uk|us|eu|pdf|docx?|xlsx?|txt|csv|html?|exe|zip|py|md|app|tv)$/;

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Detects a sentence end with a missing space, `a lot.The next`, but not in URLs, file names and initials. */
export function isMissingSpace(candidate: SentenceEndCandidate, rules: SentenceRules): boolean {
  const { textBefore, terminators, closingMarks, textAfter } = candidate;
  if (closingMarks !== '' || !/^(?:\.|[?!]{1,3})$/.test(terminators)) return false;
  if (cjk.test(textAfter[0] ?? '')) return cjk.test(textBefore.at(-1) ?? '');
  const word = lastWord(textBefore);
  if (isCaselessEnd(word, textAfter)) return true;
  if (!/^(?:\p{L}*\p{Ll}{2}|\p{N}[\p{N},]*)$/u.test(word)) return false;
  const next = /^(?:\p{Lu}\p{Ll}*|\p{Lu}{2,})(?=[\s,;:’'-]|$)/u.exec(textAfter)?.[0];
  if (next === undefined || nameEnding.test(next.toLowerCase())) return false;
  if (/^\p{N}/u.test(word) && !/\s/.test(textAfter[next.length] ?? '')) return false;
  if (/^\p{N}/u.test(word))
    return (
      terminators === '.' && !(rules.hasDottedOrdinals && calendarWords(rules.language).has(toLower(next)))
    );
  const abbreviationClass = rules.abbreviations.get(toLower(word));
  return terminators !== '.' || abbreviationClass === undefined || abbreviationClass === 'usuallyFinal';
}

/** Words of a script without capital letters on both sides of a period. */
function isCaselessEnd(word: string, textAfter: string): boolean {
  return /^[\p{L}\p{M}]*[\p{Lo}\p{M}]{3}$/u.test(word) && /^\p{Lo}[\p{Lo}\p{M}]+(?=\s)/u.test(textAfter);
}
