import {
  type MaskedSentence,
  maskPlaceholders,
  maskRulesFor,
  resolvePlaceholder,
  restorePlaceholders,
  splitAtPlaceholders,
} from './mask-placeholders.ts';

/** Translates plain texts independently of each other. */
export type TranslateTexts = (texts: readonly string[]) => Promise<string[]>;

/** Models are trained on sentences; longer texts are split at clauses. */
const textLengthMax = 500;

/**
 * Translates sentences without losing content: tokens that the engine cannot translate (symbols, emoji, URLs, other
 * scripts) are kept unchanged.
 *
 * @param from BCP 47 tag of the source language
 * @returns one translation per sentence
 */
export async function translateSentences(
  sentences: readonly string[],
  from: string,
  translate: TranslateTexts,
): Promise<string[]> {
  const rules = maskRulesFor(from);
  const prepared = sentences.map((sentence) => maskPlaceholders(sentence, rules));
  const clauses = prepared.map(({ text }) => (text === '' ? [] : splitClauses(text)));
  const translated = regroup(clauses, await translate(clauses.flat()));
  const results = prepared.map((sentence, index) => accept(sentence, translated[index]?.join(' ') ?? ''));
  await repair(prepared, results, translate);
  return results.map((result, index) => result ?? sentences[index] ?? '');
}

/** Splits a text at the ends of clauses, else between words, so that no part is too long for the engine. */
function splitClauses(text: string): string[] {
  const clauses: string[] = [];
  let rest = text;
  while (rest.length > textLengthMax) {
    const window = rest.slice(0, textLengthMax);
    const clause = /^.*[;:,](?=\s)/su.exec(window)?.[0].length ?? 0;
    const word = window.lastIndexOf(' ');
    const end = clause > textLengthMax / 3 ? clause : word > 0 ? word : graphemeEnd(window);
    clauses.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...clauses, rest].filter((part) => part !== '');
}

/** The end of the last whole grapheme cluster in a window. */
function graphemeEnd(window: string): number {
  const last = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(window)].at(-1);
  return last && last.index > 0 ? last.index : window.length;
}

/** Splits a flat list into groups of the same lengths as the given ones. */
function regroup(groups: readonly (readonly string[])[], flat: readonly string[]): string[][] {
  let position = 0;
  return groups.map((group) => {
    const start = position;
    position += group.length;
    return flat.slice(start, position);
  });
}

/** Completes a translated sentence. @returns undefined if the engine lost or added content */
function accept(prepared: MaskedSentence, translated: string): string | undefined {
  const { text, prefix, suffix, maskedTokens } = prepared;
  if (text === '') return prefix + suffix;
  const tidy = withoutRemarks(text, translated.trim());
  if (!/\p{L}|\p{N}/u.test(tidy) || tidy.length > text.length * 4 + 40 || !keepsNumbers(text, tidy))
    return undefined;
  const restored = restorePlaceholders(tidy, maskedTokens);
  return restored === undefined ? undefined : prefix + restored + suffix;
}

/** Removes remarks such as `(in English)`, which small models add, if the source has no parentheses. */
function withoutRemarks(source: string, translated: string): string {
  return source.includes('(') ? translated : translated.replace(/\s{0,9}\([^()]*\)/gu, '');
}

/** Whether all numbers of three or more digits are kept, regardless of how a language groups their digits. */
function keepsNumbers(source: string, translated: string): boolean {
  const translatedNumbers = new Set(digitsOf(translated));
  return digitsOf(source).every((digits) => translatedNumbers.has(digits));
}

function digitsOf(text: string): string[] {
  const numbers = text.match(/\d+(?:[.,\s]\d+)*/gu) ?? [];
  return numbers.map((number) => number.replace(/\D/gu, '')).filter((digits) => digits.length > 2);
}

/** Translates incomplete results again, as the parts between their tokens, so that the tokens are kept. */
async function repair(
  prepared: readonly MaskedSentence[],
  results: (string | undefined)[],
  translate: TranslateTexts,
): Promise<void> {
  const lost = results.flatMap((result, index) => (result === undefined ? [index] : []));
  if (lost.length === 0) return;
  const parts = lost.map((index) => splitAtPlaceholders(prepared[index]?.text ?? ''));
  const isTranslatable = (part: string, index: number) => index % 2 === 0 && /\p{L}/u.test(part);
  const words = parts.map((group) => group.filter(isTranslatable));
  const translated = regroup(words, await translate(words.flat()));
  lost.forEach((index, order) => {
    const { prefix = '', suffix = '', maskedTokens = [] } = prepared[index] ?? {};
    const ready = translated[order] ?? [];
    let used = 0;
    const restored = (parts[order] ?? []).map((part, position) => {
      if (position % 2 === 1) return resolvePlaceholder(part, maskedTokens);
      return isTranslatable(part, position) ? withSpacingOf(part, ready[used++] ?? part) : part;
    });
    results[index] = prefix + restored.join('') + suffix;
  });
}

/** Gives a translated part the white space around its source. */
function withSpacingOf(source: string, translated: string): string {
  const before = source.slice(0, source.length - source.trimStart().length);
  const after = source.slice(source.trimEnd().length);
  const tidy = withoutRemarks(source, translated.trim());
  return before + (/\p{L}/u.test(tidy) ? tidy : source.trim()) + after;
}
