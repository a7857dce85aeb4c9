const escapedBreak = /\\(?:r\\n|[nrt])/g;
const otherEscape = /\\(?![nrt"',\\/])|(?<!\p{L})[A-Za-z]:\\/u;

/**
 * Replaces written escapes of line breaks and tabs (`\n` as two characters, as in logs and JSON) by white space of the
 * same length, so that names and numbers do not begin with the letter `n`. Texts with other backslashes, such as paths,
 * are returned unchanged.
 */
export function unescapeBreaks(text: string): string {
  if (!text.includes('\\n') || otherEscape.test(text)) return text;
  return text.replace(escapedBreak, (written) => (written === '\\t' ? '\t ' : '\n'.padEnd(written.length)));
}
