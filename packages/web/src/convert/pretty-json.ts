/** Indentation may make a text at most four times as long, plus a constant for short texts. */
const growthFactorMax = 4;
const growthCharsMax = 100_000;

/**
 * Indents JSON by two spaces per level. Returns the trimmed input if it is malformed or nested so deeply that
 * indentation would dominate: 1,000 brackets around 20,000 digits are 42 KB, and 42 MB when indented.
 */
export function prettyJson(text: string): string {
  if (!canIndent(text)) return text.trim();
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text.trim();
  }
}

const [quote, backslash, comma, colon] = [34, 92, 44, 58] as const;
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125] as const;

/** Sums the length of the indented text without parsing; stops as soon as it exceeds the limit. */
function canIndent(text: string): boolean {
  const max = text.length * growthFactorMax + growthCharsMax;
  let depth = 0;
  let written = 0;
  for (let index = 0; index < text.length && written <= max; index++) {
    const code = text.charCodeAt(index);
    if (code > 32) written++;
    if (code === quote) {
      const end = endOfString(text, index + 1);
      written += end - index;
      index = end;
    } else if (code === openBracket || code === openBrace) written += 1 + 2 * ++depth;
    else if (code === closeBracket || code === closeBrace) written += 1 + 2 * Math.max(0, --depth);
    else if (code === comma) written += 1 + 2 * Math.max(0, depth);
    else if (code === colon) written++;
  }
  return written <= max;
}

/** Returns the index of the closing quote. */
function endOfString(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === backslash) index++;
    else if (code === quote) return index;
  }
  return text.length;
}
