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

const hanOfHangul: Readonly<Record<string, string>> = {
  ...{ 일: '一', 이: '二', 삼: '三', 사: '四', 오: '五', 육: '六', 륙: '六', 칠: '七', 팔: '八', 구: '九' },
  ...{ 십: '十', 백: '百', 천: '千', 만: '万', 억: '億', 조: '兆' },
};

/**
 * Reads a number in Han or Hangul numerals, positional (二〇二六 is 2026) or with multipliers (三百五十 is 350), which may
 * be mixed with digits (3万5千, 1億2,000万).
 *
 * @returns undefined if the text is not such a number
 */
export function readHanNumber(text: string): number | undefined {
  const tokens = (text.match(/\d[\d,]*(?:\.\d+)?|[^\d\s]/gu) ?? []).map(
    (token) => hanOfHangul[token] ?? token,
  );
  if (tokens.length === 0) return undefined;
  if (tokens.every((sign) => digits.has(sign))) {
    return Number(tokens.map((sign) => digits.get(sign)).join(''));
  }
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  for (const token of tokens) {
    const scale = scales.get(token);
    const multiplier = multipliers.get(token);
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
      const value = digits.get(token) ?? (/^\d/.test(token) ? Number(token.replaceAll(',', '')) : undefined);
      if (value === undefined) return undefined;
      digit = value;
    }
  }
  // Removes the noise of binary fractions: 1.1億.
  return Number((total + section + (digit ?? 0)).toPrecision(15));
}
