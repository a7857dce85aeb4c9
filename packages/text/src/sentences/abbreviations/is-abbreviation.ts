import { toLower } from '../rules/lower-case.ts';
import type { SentenceEndCandidate } from '../rules/sentence-end-candidate.ts';
import type { AbbreviationClass, SentenceRules } from '../rules/sentence-rules.ts';
import { calendarWords } from './calendar-words.ts';
import { isDottedDate, isNumberedLabel, isOrdinal } from './is-ordinal.ts';
import { lookUpAbbreviation } from './look-up-abbreviation.ts';
import {
  hasOnlyConsonants,
  hasUnusualEnding,
  isUnknownShortWord,
  isUnknownWord,
  lastWord,
  startsLikeSentence,
  startsWithLabel,
} from './word-shapes.ts';

/** A letter, or two with a period between them. */
const letters = /^(?:\p{L}\p{M}?\.)?\p{L}$/u;
/** The same in scripts without capital letters that are not syllabic, in Hebrew also after `and`. */
const caselessLetters =
  /^(?:(?:[\p{Script=Arabic}\p{Script=Hebrew}]{1,3}\.){0,4}|ו)[\p{Script=Arabic}\p{Script=Hebrew}]$/u;
/** `and` and `or`, mostly of one or two letters. */
const conjunction = /^(?:\p{L}{1,2}|[&+]|and|und|och|dan|oder|nebo|lub|sau|και|или|або)$/u;
const acronym = /^\p{Lu}{2,4}(?![\p{L}\p{M}])/u;
const numberBefore = /[\p{N}½](?:-\p{L}{1,3})?\s?$|\s[IVXLC]{1,6}\s$/u;

/** A word before a period with its surroundings, which are examined when a rule needs them. */
class PeriodContext {
  readonly candidate: SentenceEndCandidate;
  readonly word: string;
  /** The text after the period without opening marks and dashes. */
  readonly next: string;
  readonly rules: SentenceRules;
  readonly abbreviationClass: AbbreviationClass | undefined;
  #startsSentence: boolean | undefined;
  #isAfterNumber: boolean | undefined;

  constructor(candidate: SentenceEndCandidate, next: string, rules: SentenceRules) {
    this.candidate = candidate;
    this.word = lastWord(candidate.textBefore);
    this.next = next;
    this.rules = rules;
    this.abbreviationClass = lookUpAbbreviation(candidate.textBefore, this.word, next, rules);
  }

  get startsSentence(): boolean {
    this.#startsSentence ??= startsLikeSentence(this.next, this.rules);
    return this.#startsSentence;
  }

  get isAfterNumber(): boolean {
    const { textBefore } = this.candidate;
    const end = textBefore.length - this.word.length;
    this.#isAfterNumber ??= numberBefore.test(textBefore.slice(Math.max(0, end - 10), end));
    return this.#isAfterNumber;
  }
}

/**
 * Whether a period belongs to an abbreviation, an initial or an ordinal rather than ending the sentence.
 *
 * @param next the text after the period without opening marks and dashes
 */
export function isAbbreviation(candidate: SentenceEndCandidate, next: string, rules: SentenceRules): boolean {
  if (isDottedDate(candidate.textBefore, candidate.textAfter, rules)) return true;
  const context = new PeriodContext(candidate, next, rules);
  if (isLabelLetter(context)) return false;
  if (/^[\p{N}№§#+]/u.test(next)) return isBeforeNumber(context);
  return isListed(context) ?? isShapedLikeAbbreviation(context);
}

/** Whether the period follows a letter that names something: `plan B.`, `Kap. B.`, `A and B.` */
function isLabelLetter({ candidate, word, next, rules }: PeriodContext): boolean {
  if (!/^[\p{Lu}\p{Lo}]$/u.test(word) || /^\p{Lu}\./u.test(next)) return false;
  const before = candidate.textBefore.slice(0, -1).trimEnd();
  const previous = lastWord(before);
  if (/^\p{L}{2,}\.$/u.test(previous))
    return !/^\p{N}/u.test(next) && rules.numberedWords.has(toLower(previous.slice(0, -1)));
  return (
    rules.letterLabels.has(toLower(previous)) ||
    (conjunction.test(previous) && /(?:^|\s)\p{Lu}\s+\S{1,3}$/u.test(before.slice(-8)))
  );
}

function isBeforeNumber(context: PeriodContext): boolean {
  const { word, next, abbreviationClass, isAfterNumber, rules } = context;
  if (/^\p{N}+$/u.test(word) && next.startsWith('§')) return true;
  if (isNumberedLabel(word, next)) return true;
  if (rules.units.has(toLower(word)) && isAfterNumber) return true;
  if (abbreviationClass === 'usuallyFinal') return false;
  if (abbreviationClass !== undefined || rules.numberedWords.has(toLower(word))) return true;
  if (/^n[°º]$/iu.test(word)) return true;
  if (rules.ordinaryWords.has(word)) return false;
  if (/^\p{Lu}/u.test(word) && rules.numberedEndings.some((ending) => word.endsWith(ending))) return true;
  // Between two numbers: `5 febr. 1901`.
  if (isAfterNumber) return /^\p{Ll}/u.test(word) && isUnknownWord(word, rules);
  return (
    letters.test(word) ||
    caselessLetters.test(word) ||
    hasOnlyConsonants(word, rules) ||
    hasUnusualEnding(word, rules) ||
    ((/^\p{Ll}/u.test(word) || isFirst(context)) && isUnknownShortWord(word, rules))
  );
}

/** Whether the word is the first one of its sentence. */
function isFirst({ candidate, word }: PeriodContext): boolean {
  return candidate.isPrefixComplete && candidate.textBefore.trimStart() === word;
}

/** Decides for the abbreviations of the language; undefined for other words. */
function isListed(context: PeriodContext): boolean | undefined {
  const { candidate, word, next, abbreviationClass, rules } = context;
  const lower = toLower(word);
  if (rules.units.has(lower) && context.isAfterNumber)
    return !context.startsSentence && (isOpeningPhrase(candidate, rules) || startsWithUnit(next, rules));
  if (rules.numberedWords.has(lower) && startsWithLabel(next, rules)) return true;
  if (abbreviationClass === undefined) return undefined;
  if (/^[fghlmnst]$/.test(word) && context.isAfterNumber && !startsWithAbbreviation(next)) return false;
  if (abbreviationClass === 'usuallyFinal') return false;
  if (abbreviationClass === 'neverFinal') return !rules.ordinaryWords.has(word) || !context.startsSentence;
  if (startsWithLabel(next, rules)) return true;
  if (abbreviationClass === 'beforeNumber') return undefined;
  if (context.startsSentence) return false;
  if (abbreviationClass === 'oftenFinal' && /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(next)) return false;
  if (!/^(?:[ap]\.)?m$/iu.test(word)) return true;
  return isTimeSuffix(next, rules) || !endsWithTime(candidate);
}

/** The general rules, for words of any language. */
function isShapedLikeAbbreviation(context: PeriodContext): boolean {
  const { candidate, word, next, rules } = context;
  if (rules.ordinaryWords.has(word)) return false;
  if (/^(?:\p{Ll}\p{M}?\.)+\p{Ll}$/u.test(word)) return !context.startsSentence;
  if (caselessLetters.test(word)) return !context.isAfterNumber || !context.startsSentence;
  if (/\p{N}\s?\p{Ll}$/u.test(candidate.textBefore.slice(-4))) return startsWithAbbreviation(next);
  if (/^\p{Ll}$/u.test(word)) return !context.startsSentence || /^\p{Lu}\./u.test(next);
  if (/(?:^|[.\p{Pd}])\p{Lu}$/u.test(word))
    return !context.startsSentence || isInitial(candidate.textBefore, next);
  if ((hasOnlyConsonants(word, rules) || hasUnusualEnding(word, rules)) && !context.isAfterNumber)
    return !context.startsSentence;
  if (isUnknownShortWord(word, rules) && startsWithLabel(next, rules)) return !/^\p{Lu}\./u.test(next);
  return isOrdinal(candidate.textBefore, word, next, rules);
}

/** Whether an initial is followed by another one, `J. A. Smith`; `you and I. A dog` is rarer. */
function isInitial(textBefore: string, next: string): boolean {
  return /^\p{Lu}\./u.test(next) && /\p{Lu}/u.test(textBefore);
}

/** Whether the second part of an abbreviation follows: `79 n. Chr.`, `1200 a. C.` */
function startsWithAbbreviation(next: string): boolean {
  return /^(?:\p{Lu}|Chr|[CHK]r)\./u.test(next);
}

/** Whether the sentence has only a phrase such as `В 1980 г.` or `Od 1 marca 2024 r.`, with which none ends. */
function isOpeningPhrase(
  { textBefore, isPrefixComplete }: SentenceEndCandidate,
  rules: SentenceRules,
): boolean {
  if (!isPrefixComplete) return false;
  const words = textBefore.trim().split(/\s+/u);
  if (!/^\p{L}{1,2}$/u.test(words[0] ?? '')) return false;
  const isDate = () => words.some((word) => calendarWords(rules.language).has(toLower(word)));
  return words.length <= 4 || (words.length <= 6 && isDate());
}

/** Whether a currency or a unit follows: `75 tys. USD`, `3 mil. Kč`. */
function startsWithUnit(next: string, rules: SentenceRules): boolean {
  return acronym.test(next) || rules.units.has(toLower(/^\p{L}+/u.exec(next)?.[0] ?? ''));
}

/** Whether a day or a time zone follows a time: `5 p.m. Friday`, `4 p.m. EST`. */
function isTimeSuffix(next: string, rules: SentenceRules): boolean {
  const word = /^\p{L}+/u.exec(next)?.[0] ?? '';
  return acronym.test(next) || calendarWords(rules.language).has(toLower(word));
}

/**
 * Whether a sentence is long enough to end with a time: `At 5 a.m. Mr. Smith` continues, `He left the bank at 6 p.m. Mr.
 * Smith` does not.
 */
function endsWithTime({ textBefore, isPrefixComplete }: SentenceEndCandidate): boolean {
  return !isPrefixComplete || textBefore.trim().split(/\s+/u).length > 4;
}
