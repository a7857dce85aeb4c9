import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import { candidateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, matchAt, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import { numberWords } from './number-words.ts';
import { parseNumberWords } from './parse-number-words.ts';
import { readHanNumber } from './read-han-number.ts';

/** Finds ORDINAL entities: 3rd, 2ª, 21., third, einundzwanzigste, ventunesimo. */
export function findOrdinals(text: string, context: RuleContext): EntityCandidate[] {
  const starts = context.wordStarts(text);
  const found: EntityCandidate[] = [];
  for (const language of context.lexiconLanguages) {
    found.push(
      ...ordinalsInDigits(starts, language),
      ...ordinalsInWords(starts, language),
      ...derivedOrdinals(text, language),
    );
    const { hasDotOrdinals, beforeDotOrdinals } = lexiconOf(language).numbers;
    if (beforeDotOrdinals.length > 0) found.push(...ordinalsAfterDeterminer(text, language));
    if (hasDotOrdinals) found.push(...dottedOrdinals(text));
  }
  return found;
}

const patternsOf = memoize((language: string) => {
  const { ordinals, ordinalSuffixes, ordinalPrefixes } = numberWords(language);
  const digits = '(\\d{1,4}|[一二三四五六七八九十百]{1,5})';
  const suffix = alternation(ordinalSuffixes);
  return {
    digits: new WordPattern(`(?<![$€£#-]|[\\p{N}][.,:/])${digits}${suffix}${wordEnd}`),
    prefixed: new WordPattern(`${alternation(ordinalPrefixes)}${digits}(?:${suffix})?${wordEnd}(?![.,:]\\d)`),
    words: new WordPattern(`${alternation(ordinals.keys())}${wordEnd}`),
  };
});

function* ordinalsInDigits(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { digits, prefixed } = patternsOf(language);
  for (const match of digits.matchAll(starts)) yield ordinal(match, 0.9, rankOf(match[1] ?? ''));
  for (const match of prefixed.matchAll(starts)) {
    // 第15条 names an article.
    const next = starts.text.charAt(match.index + match[0].length);
    if (lexiconOf(language).identifierNouns.includes(next)) continue;
    yield ordinal(match, 0.88, rankOf(match[1] ?? ''));
  }
}

function rankOf(text: string): string {
  return /^\d/.test(text) ? text : String(readHanNumber(text) ?? '');
}

function* ordinalsInWords(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { text } = starts;
  const { ordinals, ambiguousOrdinals } = numberWords(language);
  const { titles } = useOf(language);
  for (const match of patternsOf(language).words.matchAll(starts)) {
    const word = match[0].toLowerCase();
    const value = ordinals.get(word);
    const after = text.slice(match.index + word.length, match.index + word.length + 24);
    if (value === undefined || matchAt(after, 0, titles) !== null) continue;
    if (ambiguousOrdinals.includes(word) && !isOrdinalUse(text, match.index, after, language)) continue;
    yield ordinal(match, 0.85, String(value));
  }
}

const useOf = memoize((language: string) => {
  const { beforeOrdinals, articlesBeforeOrdinals, notAfterOrdinals, titlesAfterOrdinals } =
    lexiconOf(language).numbers;
  return {
    definite: `(?:^|[\\s('’])${alternation(beforeOrdinals)}[\\s\\u00a0]$`,
    indefinite: `(?:^|[\\s(])${alternation(articlesBeforeOrdinals)}[\\s\\u00a0]$`,
    notNouns: new Set(notAfterOrdinals),
    titles: `[ \\u00a0-]${alternation(titlesAfterOrdinals)}`,
  };
});

/** Whether an ambiguous word is an ordinal: "the second", "a second opinion"; not "wait a second", "I second that". */
function isOrdinalUse(text: string, index: number, after: string, language: string): boolean {
  const { definite, indefinite, notNouns } = useOf(language);
  const before = text.slice(Math.max(0, index - 16), index);
  if (cachedRegex(definite, 'iu').test(before)) return true;
  if (!cachedRegex(indefinite, 'iu').test(before)) return false;
  const next = /^[ \u00a0](\p{L}+)/u.exec(after)?.[1];
  return next !== undefined && !notNouns.has(next.toLowerCase());
}

const derivationOf = memoize((language: string) => {
  const { ordinalEndings, droppedVowels, ordinalStems, hasHyphens } = lexiconOf(language).numbers;
  if (ordinalEndings.length === 0) return undefined;
  const hyphen = hasHyphens ? '-' : '';
  // Most letters begin no ending.
  const first = `(?=[${ordinalEndings.map((ending) => ending.charAt(0)).join('')}])`;
  return {
    pattern: `(?<![\\p{L}\\p{M}\\p{N}_${hyphen}])([\\p{L}${hyphen}]{4,50}?)${first}${alternation(ordinalEndings)}(?![\\p{L}\\p{M}\\p{N}_])`,
    vowels: ['', ...droppedVowels],
    stems: Object.entries(ordinalStems),
  };
});

/** Ordinals derived from any cardinal in words. */
function* derivedOrdinals(text: string, language: string): Generator<EntityCandidate> {
  const derivation = derivationOf(language);
  if (derivation === undefined) return;
  const { ordinals } = numberWords(language);
  for (const match of text.matchAll(cachedRegex(derivation.pattern))) {
    if (ordinals.has(match[0].toLowerCase())) continue;
    const stem = cardinalStem(match[1] ?? '', derivation.stems);
    for (const vowel of derivation.vowels) {
      const [number] = parseNumberWords(stem + vowel, language);
      if (number === undefined || number.endIndex - number.startIndex !== stem.length + vowel.length)
        continue;
      yield ordinal(match, 0.8, String(number.value));
      break;
    }
  }
}

/** "cinqu" is "cinq". */
function cardinalStem(stem: string, stems: readonly (readonly [string, string])[]): string {
  const found = stems.find(([end]) => stem.toLowerCase().endsWith(end));
  return found === undefined ? stem : stem.slice(0, -found[0].length) + found[1];
}

/** "78. minutě": a period before a word in lower case. */
function* dottedOrdinals(text: string): Generator<EntityCandidate> {
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_.,:/-])(\d{1,4})\.(?=[ \u00a0]\p{Ll})/gu)) {
    yield ordinal(match, 0.85, match[1] ?? '');
  }
}

const determinerOf = memoize(
  (language: string) =>
    `(?:^|[\\s(])${alternation(lexiconOf(language).numbers.beforeDotOrdinals)}[\\s\\u00a0]$`,
);

/** "750." after a determiner and before a word: "ihr 750. Jubiläum". */
function* ordinalsAfterDeterminer(text: string, language: string): Generator<EntityCandidate> {
  const determiner = cachedRegex(determinerOf(language), 'iu');
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_.,:/-])(\d{1,4})\.(?=[ \u00a0]\p{L})/gu)) {
    if (!determiner.test(text.slice(Math.max(0, match.index - 12), match.index))) continue;
    yield ordinal(match, 0.85, match[1] ?? '');
  }
}

function ordinal(match: RegExpExecArray, confidence: number, value: string): EntityCandidate {
  return candidateFromMatch(match, 'ORDINAL', confidence, value);
}
