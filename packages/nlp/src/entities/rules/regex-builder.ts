/** Source of a class without brackets: scripts that write words, or words and particles, without a space between them. */
export const joinedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
/** Source of a class without brackets: letters of East Asian scripts, which may touch a number or address. */
export const eastAsianLetters = ['Han', 'Hiragana', 'Katakana', 'Hangul']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** A letter of an East Asian script. */
export const eastAsianLetter = new RegExp(`[${eastAsianLetters}]`, 'u');
const wordCharacter = '\\p{L}\\p{M}\\p{N}_';

/** Arabic conjunctions and prepositions that are written as a part of the next word. */
export const arabicPrefixes = '\u0648\u0628\u0644\u0641\u0643';
const joinedPrefix = `(?<![${wordCharacter}])[${arabicPrefixes}]\u0640?`;

/**
 * Source of a boundary before a word or number: not preceded by a letter, digit or underscore, except for letters of
 * scripts that are written without spaces. The class that most positions fail comes first: it is tested at each of them.
 */
export const wordStart = `(?:(?<![${wordCharacter}](?<![${joinedScripts}]))|(?=[${joinedScripts}])|(?<=${joinedPrefix}))`;
/** Source of a boundary after a word or number, see `wordStart`. */
export const wordEnd = `(?:(?![${wordCharacter}](?<![${joinedScripts}]))|(?<=[)${joinedScripts}]))`;

/**
 * Source of a group that matches any of the words, the longest first.
 *
 * @param words literal words, in which a space matches any single space and `~` an optional period; without words it
 *   matches nothing
 */
export function alternation(words: Iterable<string>): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return sorted.length === 0 ? '(?!)' : `(?:${sorted.map(wordSource).join('|')})`;
}

function wordSource(word: string): string {
  return word
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('~', '\\.?')
    .replaceAll(' ', '[\\s\\u00a0]');
}

/** Keyed by flags, then by source. */
const cache = new Map<string, Map<string, RegExp>>();

/** Patterns that are kept for each combination of flags: those of all languages, and of many combinations of languages. */
const patternsMax = 5000;

/** Compiles a pattern once. The oldest one is dropped when there are too many. */
export function cachedRegex(source: string, flags = 'giu'): RegExp {
  const bySource = cache.get(flags) ?? new Map<string, RegExp>();
  cache.set(flags, bySource);
  const compiled = bySource.get(source) ?? new RegExp(source, flags);
  bySource.set(source, compiled);
  const [oldest] = bySource.keys();
  if (bySource.size > patternsMax && oldest !== undefined) bySource.delete(oldest);
  return compiled;
}

/**
 * Matches a pattern exactly at an offset.
 *
 * @param flags must include `y`
 */
export function matchAt(text: string, index: number, source: string, flags = 'iuy'): RegExpExecArray | null {
  const sticky = cachedRegex(source, flags);
  sticky.lastIndex = index;
  return sticky.exec(text);
}
