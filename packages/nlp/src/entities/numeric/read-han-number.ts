const digits: ReadonlyMap<string, number> = new Map([
  ...[...'〇一二三四五六七八九'].map((sign, value): [string, number] => [sign, value]),
  ...([
    ['零', 0],
    ['两', 2],
    ['兩', 2],
    ['壹', 1],
    ['贰', 2],
    ['叁', 3],
  ] as const),
]);
const multipliers: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['廿', 20],
  ['百', 100],
  ['千', 1000],
]);
const scales: ReadonlyMap<string, number> = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['亿', 1e8],
  ['億', 1e8],
  ['兆', 1e12],
]);

/**
 * Reads a number in Han numerals, positional (二〇二六 is 2026) or with multipliers (三百五十 is 350).
 *
 * @returns undefined if the text is not such a number
 */
export function readHanNumber(text: string): number | undefined {
  const signs = [...text];
  if (signs.length === 0) return undefined;
  if (signs.every((sign) => digits.has(sign))) {
    return Number(signs.map((sign) => digits.get(sign)).join(''));
  }
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  for (const sign of signs) {
    const scale = scales.get(sign);
    const multiplier = multipliers.get(sign);
    if (scale !== undefined) {
      // 万 alone is ten thousand.
      const part = section + (digit ?? 0) + (total + section + (digit ?? 0) === 0 ? 1 : 0);
      // 一亿二千万 adds a smaller scale; 三万亿 multiplies by a larger one.
      total = total > scale ? total + part * scale : (total + part) * scale;
      [section, digit] = [0, undefined];
    } else if (multiplier !== undefined) {
      section += multiplier === 20 ? 20 : (digit ?? 1) * multiplier;
      digit = undefined;
    } else {
      const value = digits.get(sign);
      if (value === undefined) return undefined;
      digit = value;
    }
  }
  return total + section + (digit ?? 0);
}
