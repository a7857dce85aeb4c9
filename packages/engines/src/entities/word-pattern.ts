/** Not inside a word or number. */
export const wordStart = '(?<![\\p{L}\\p{M}\\p{N}_])';
export const wordEnd = '(?![\\p{L}\\p{M}\\p{N}_])';

/** A group of the given words, longest first; a space in a word stands for any one space, `~` for an optional full stop. */
export function anyOf(words: Iterable<string>): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return `(?:${sorted.map(wordSource).join('|')})`;
}

function wordSource(word: string): string {
  return word
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('~', '\\.?')
    .replaceAll(' ', '[\\s\\u00a0]');
}

const cache = new Map<string, RegExp>();

/** Compiles once; patterns are made of tables by language, so that they are few. */
export function pattern(source: string, flags = 'giu'): RegExp {
  const key = `${flags}/${source}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = new RegExp(source, flags);
  cache.set(key, made);
  return made;
}
