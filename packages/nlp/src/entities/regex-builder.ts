/** Not inside a word or number. */
export const wordStart = '(?<![\\p{L}\\p{M}\\p{N}_])';
export const wordEnd = '(?![\\p{L}\\p{M}\\p{N}_])';

/** A group of the given words, longest first; a space in a word stands for any one space, `~` for an optional full stop. */
export function alternation(words: Iterable<string>): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return `(?:${sorted.map(wordSource).join('|')})`;
}

function wordSource(word: string): string {
  return word
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('~', '\\.?')
    .replaceAll(' ', '[\\s\\u00a0]');
}

/** By flags, then source, so that a long source is hashed once and not at every look-up. */
const cache = new Map<string, Map<string, RegExp>>();

/** Compiles once; patterns are made of tables by language, so that they are few. */
export function cachedRegex(source: string, flags = 'giu'): RegExp {
  const ofFlags = cache.get(flags) ?? new Map<string, RegExp>();
  cache.set(flags, ofFlags);
  const made = ofFlags.get(source) ?? new RegExp(source, flags);
  ofFlags.set(source, made);
  return made;
}

/** What the source matches right at that place of the text; the source compiles with `y`. */
export function matchAt(text: string, index: number, source: string, flags = 'iuy'): RegExpExecArray | null {
  const sticky = cachedRegex(source, flags);
  sticky.lastIndex = index;
  return sticky.exec(text);
}
