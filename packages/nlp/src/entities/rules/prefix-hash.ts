/** Maximum length of a prefix, in UTF-16 code units. */
export const prefixLengthMax = 3;
/** Hashes of prefixes are below this power of two. */
export const hashCount = 4096;

/** Short hashes are below this power of two. */
export const shortHashCount = 256;

const numerals = /[0-9〇零一二两兩三四五六七八九十百]/;
/** Folded code units by code unit; 0 for those that have not occurred yet. */
const folded = new Uint16Array(0x10000);

/**
 * Replaces a UTF-16 code unit by one for all that patterns rarely tell apart: numerals, white space, and letters that are
 * equal under the flag `i`.
 */
export function foldCodeUnit(codeUnit: number): number {
  const known = folded[codeUnit] ?? 0;
  if (known > 0) return known;
  const fold = foldCharacter(String.fromCharCode(codeUnit)).charCodeAt(0);
  folded[codeUnit] = fold;
  return fold;
}

function foldCharacter(character: string): string {
  if (numerals.test(character)) return '0';
  if (/\s/.test(character)) return ' ';
  const composed = character.normalize('NFC');
  const upper = composed.toUpperCase();
  const lower = (upper.length === 1 ? upper : composed).toLowerCase();
  return lower.length === 1 ? lower : composed.charAt(0);
}

/** Returns the hash of a prefix with one more folded code unit; the hash of the empty prefix is 0. */
export function extendHash(hash: number, foldedCodeUnit: number): number {
  return (Math.imul(hash ^ foldedCodeUnit, 0x9e3779b1) >>> 15) & (hashCount - 1);
}

/** Returns a part of a hash. */
export function shortHash(hash: number): number {
  return hash & (shortHashCount - 1);
}
