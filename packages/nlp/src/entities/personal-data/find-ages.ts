import { memoize } from '@quern/runtime/caching/memoize';
import { addressLanguages, cueWordsOf } from '../addresses/words/address-words.ts';
import { findCue } from '../addresses/words/find-cue.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, matchAt } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';

const number =
  /(?<![\p{N}_#/$€£¥])(?<!\p{N}[.,:/-])(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}+-])[0-9]{1,3}(?:[.,][0-9])?(?![\p{N}%/]|[.,:][0-9])/gu;
const ageMax = 125;
const notInWord = '(?<![\\p{L}\\p{M}\\p{N}])';
const wordEnds = '(?![\\p{L}\\p{M}\\p{N}])';

interface AgePatterns {
  /** "years old" after the number. */
  readonly strong: string;
  /** "ans" after the number. */
  readonly years: string;
  /** "elle a" in front of it. */
  readonly verb: string;
  /** "ago" after it. */
  readonly notAge: string;
  /** "depuis" in front of it. */
  readonly notAgeBefore: string;
}

/** @param key languages, joined by commas */
const patternsOf = memoize((key: string): AgePatterns => {
  const words = key.split(',').map(cueWordsOf);
  const any = (list: readonly string[]) => (list.length === 0 ? '(?!)' : alternation(list));
  const joined = (list: readonly string[]) =>
    list.filter((word) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(word));
  const spaced = (list: readonly string[]) =>
    list.filter((word) => !/[\p{Script=Han}\p{Script=Hangul}]/u.test(word));
  const strong = words.flatMap(({ ageAfter }) => ageAfter);
  return {
    strong: `[ \\u00a0-]?(?:${any(spaced(strong))}${wordEnds}|${any(joined(strong))}(?!기))`,
    years: `[ \\u00a0]?[-‑]?${any(words.flatMap(({ years }) => years))}${wordEnds}`,
    verb: `${notInWord}${any(words.flatMap(({ ageVerbs, ageBefore }) => [...ageVerbs, ...ageBefore]))}[ \\u00a0:]{1,2}$`,
    notAgeBefore: `${any(words.flatMap(({ notAgeBefore }) => notAgeBefore))} $`,
    notAge: `[ \\u00a0]${any(words.flatMap(({ notAge }) => notAge))}${wordEnds}`,
  };
});

/** Finds AGE entities: "34 years old", "aged 34", "34-year-old"; the value is the number. */
export function findAges(text: string, context: RuleContext): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  let patterns: AgePatterns | undefined;
  for (const match of text.matchAll(number)) {
    if (Number(match[0].replace(',', '.')) > ageMax) continue;
    patterns ??= patternsOf(languagesOf(context).join());
    const end = match.index + match[0].length;
    const candidate = ageAt(text, match.index, end, patterns);
    if (candidate !== undefined) found.push({ ...candidate, value: match[0].replace(',', '.') });
  }
  return found;
}

function ageAt(text: string, start: number, end: number, patterns: AgePatterns): EntityCandidate | undefined {
  const found = (startIndex: number, endIndex: number, confidence: number) => ({
    startIndex,
    endIndex,
    type: 'AGE' as const,
    confidence,
  });
  const strong = matchAt(text, end, patterns.strong);
  if (strong !== null) return found(start, end + strong[0].length, 0.93);
  const before = text.slice(Math.max(0, start - 32), start);
  const years = matchAt(text, end, patterns.years);
  if (years !== null) {
    const endIndex = end + years[0].length;
    // "Anna, 34 ans, …"
    const isApposition =
      /\p{L}[,(（][ \u00a0]?$/u.test(before) && /^[,.)）]/u.test(text.slice(endIndex, endIndex + 1));
    const isAge =
      (isApposition || cachedRegex(patterns.verb, 'iu').test(before)) &&
      !cachedRegex(patterns.notAgeBefore, 'iu').test(before);
    return isAge && matchAt(text, endIndex, patterns.notAge) === null
      ? found(start, endIndex, 0.91)
      : undefined;
  }
  return announcedAge(text, start, end, before);
}

const aged = /(?<!\p{L})aged[ ]$/iu;
/** English clauses with an age at their end; the forms are grammar, not a list that other languages have. */
const english =
  /(?<!\p{L})(?:(?:when )?(?:he|she|I|they|who)(?:'s|’s|'m|’m| is| was| am| were|'ll turn| will turn| turns| turned| just turned)|turn(?:s|ed|ing)?)[ ]$/u;
/** "Anna Carter, 34, …" */
const afterName = /\p{Lu}\p{Ll}+ \p{Lu}\p{L}+,[ ]$/u;
const clauseEnd = /^(?:[.,;!?)]|$|\n| (?:and|but|when|or|in|on|at|this|next|last|years?)(?!\p{L}))/u;

/** An age without a word after it: "aged 34", "age: 34", "when he was 34." */
function announcedAge(text: string, start: number, end: number, before: string): EntityCandidate | undefined {
  const isLast = clauseEnd.test(text.slice(end, end + 8));
  const word = aged.exec(before);
  if (word !== null)
    return { startIndex: start - word[0].length, endIndex: end, type: 'AGE', confidence: 0.92 };
  if (!isLast) return undefined;
  const cue = findCue(text, start);
  if (cue?.isAdjacent === true && cue.kinds.includes('ageBefore')) {
    return { startIndex: start, endIndex: end, type: 'AGE', confidence: 0.88 };
  }
  const isAfterName = afterName.test(before) && /^[,.;)]/.test(text.slice(end, end + 1));
  return isAfterName || english.test(before)
    ? { startIndex: start, endIndex: end, type: 'AGE', confidence: 0.7 }
    : undefined;
}

function languagesOf(context: RuleContext): readonly string[] {
  const own = context.language.split('-')[0] ?? 'und';
  if (own === 'und') return addressLanguages;
  const language = own === 'nb' || own === 'nn' ? 'no' : own;
  return [...new Set([language, ...context.lexiconLanguages, 'en'])];
}
