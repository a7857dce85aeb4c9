/** Letters, digits and marks. */
export const wordCharacterPattern = /[\p{L}\p{N}\p{M}]/u;

/**
 * Whether the code points on both sides of an offset match a pattern of single characters, or the offset lies inside a
 * surrogate pair: then nothing may be cut there.
 */
export function isInsideWord(text: string, at: number, pattern: RegExp): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (isLow(text, at) && isHigh(text, at - 1)) return true;
  const before = isLow(text, at - 1) && at > 1 && isHigh(text, at - 2) ? at - 2 : at - 1;
  return (
    pattern.test(text.slice(before, at)) && pattern.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
  );
}

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function isLow(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
