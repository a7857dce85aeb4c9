/** Indentation may make a text four times as long, and this much longer besides. */
const growthMax = 4;
const additionMax = 100_000;

/**
 * JSON with two spaces a level; as it was received when it is faulty, or so deeply nested that indentation
 * would be most of it: 1,000 brackets around 20,000 digits are 42 KB, and 42 MB with indentation.
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

/** Sums what indentation writes besides the values, without parsing; ends as soon as that is too much. */
function canIndent(text: string): boolean {
  const max = text.length * growthMax + additionMax;
  let depth = 0;
  let written = 0;
  for (let index = 0; index < text.length && written <= max; index++) {
    const sign = text.charCodeAt(index);
    if (sign > 32) written++;
    if (sign === quote) {
      const end = endOfString(text, index + 1);
      written += end - index;
      index = end;
    } else if (sign === openBracket || sign === openBrace) written += 1 + 2 * ++depth;
    else if (sign === closeBracket || sign === closeBrace) written += 1 + 2 * Math.max(0, --depth);
    else if (sign === comma) written += 1 + 2 * Math.max(0, depth);
    else if (sign === colon) written++;
  }
  return written <= max;
}

/** The position of the closing quote. */
function endOfString(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const sign = text.charCodeAt(index);
    if (sign === backslash) index++;
    else if (sign === quote) return index;
  }
  return text.length;
}
