const unsafe = /[\s<>\\`]/g;
/** A character reference, which would be decoded (https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references). */
const entity = /&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi;

/**
 * Writes the destination of a link or image. Characters that would end it or have a meaning there are percent-encoded
 * (RFC 3986, section 2.1); parentheses only when they are not balanced.
 */
export function escapeUrl(url: string): string {
  const encoded = url
    .replace(unsafe, encodeURIComponent)
    .replace(entity, (reference) => `${reference.slice(0, -1)}%3B`);
  return hasBalancedParentheses(encoded) ? encoded : encoded.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Parsers accept 32 levels. */
const depthMax = 30;

function hasBalancedParentheses(url: string): boolean {
  let depth = 0;
  for (const [parenthesis] of url.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1;
    if (depth < 0 || depth > depthMax) return false;
  }
  return depth === 0;
}
