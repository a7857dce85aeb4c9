import { codePointStart, isInsidePair } from '@quern/text/surrogates';

/** Letters, digits and marks. */
export const wordCharacterPattern = /[\p{L}\p{N}\p{M}]/u;

/**
 * Whether an offset must not become a span boundary: it is inside a surrogate pair, or the code points on both sides
 * match `pattern`.
 *
 * @param pattern matches one word character
 */
export function isInsideWord(text: string, at: number, pattern: RegExp): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (isInsidePair(text, at)) return true;
  return (
    pattern.test(text.slice(codePointStart(text, at - 1), at)) &&
    pattern.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
  );
}
