import type { RuleContext, RuleLanguage } from './candidate.ts';
import tables from './number-words.data.json' with { type: 'json' };
import { anyOf } from './word-pattern.ts';

interface NumberWords {
  readonly and: readonly string[];
  readonly values: Readonly<Record<string, number>>;
  readonly ordinals: Readonly<Record<string, number>>;
  readonly ordinalSuffixes: readonly string[];
  /** Words that alone are an article or another word rather than a number. */
  readonly single: readonly string[];
  readonly ambiguousOrdinals: readonly string[];
}

export function numberWords(language: RuleLanguage): NumberWords {
  return tables[language];
}

/** German, Italian and Dutch write numbers as one word. */
const compounding: ReadonlySet<RuleLanguage> = new Set(['de', 'it', 'nl']);

/** A source that matches a number in words, without named groups. */
export function numberWordsSource(context: RuleContext): string {
  return `(?:${context.tables.map(languageSource).join('|')})`;
}

function languageSource(language: RuleLanguage): string {
  const { values, and } = numberWords(language);
  const word = anyOf(Object.keys(values));
  const joined = anyOf(and);
  if (compounding.has(language)) {
    const compound = `${word}(?:${joined}?${word}){0,7}`;
    return `${compound}(?:[\\s\\u00a0]${compound}){0,4}`;
  }
  return `${word}(?:[\\s\\u00a0-](?:${joined}[\\s\\u00a0-])?${word}){0,9}`;
}

/** The value of a number in words of any of the languages, or undefined. */
export function parseNumberWords(text: string, context: RuleContext): number | undefined {
  for (const language of context.tables) {
    const value = parseIn(text.toLowerCase().normalize('NFC'), language);
    if (value !== undefined) return value;
  }
  return undefined;
}

function parseIn(text: string, language: RuleLanguage): number | undefined {
  const { values, and } = numberWords(language);
  const words = [...Object.keys(values), ...and].sort((a, b) => b.length - a.length);
  let [total, current, rest, any] = [0, 0, text, false];
  while (rest !== '') {
    const gap = /^[\s\u00a0-]+/.exec(rest)?.[0].length ?? 0;
    rest = rest.slice(gap);
    const word = words.find((known) => rest.startsWith(known));
    if (word === undefined) return undefined;
    rest = rest.slice(word.length);
    const value = values[word];
    if (value === undefined) continue;
    any = true;
    if (value >= 1000) {
      total += Math.max(1, current) * value;
      current = 0;
    } else if (value === 100 || (value === 12 && /^(dozen|dutzend)$/.test(word))) {
      current = Math.max(1, current) * value;
    } else current += value;
  }
  return any ? total + current : undefined;
}
