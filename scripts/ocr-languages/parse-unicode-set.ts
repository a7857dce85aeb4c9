/**
 * Parses a list of letters in the notation of CLDR, such as `[a-c {ch} \\u200C]`.
 *
 * @returns the letters, some of which consist of several characters
 * @see https://www.unicode.org/reports/tr35/#Unicode_Sets
 */
export function parseUnicodeSet(set: string): string[] {
  const token = /\{(?<group>[^}]*)\}|(?<from>\\u[\da-f]{4}|\\?[^\s])(?:-(?<to>\\u[\da-f]{4}|\\?[^\s]))?/giu;
  return [...set.slice(1, -1).matchAll(token)].flatMap(({ groups = {} }) => {
    if (groups['group'] !== undefined) return [groups['group'].replaceAll('\\', '')];
    const first = codePointOf(groups['from'] ?? '');
    const last = groups['to'] === undefined ? first : codePointOf(groups['to']);
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
}

function codePointOf(character: string): number {
  if (/^\\u[\da-f]{4}$/i.test(character)) return Number.parseInt(character.slice(2), 16);
  return character.replace(/^\\(?=.)/su, '').codePointAt(0) ?? 0;
}
