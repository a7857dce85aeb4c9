/** First code points of the decimal digits that texts use besides ASCII (Unicode general category Nd). */
const zeros = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/** Replaces digits, signs and spaces of other scripts by their ASCII forms. */
export function normalizeDigits(text: string): string {
  return text
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeros.find((start) => code >= start && code < start + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replace(/٫/g, '.')
    .replace(/[٬']/g, (sign) => (sign === '٬' ? ',' : sign))
    .replace(/[٪％]/g, '%')
    .replace(/(?<=\d)，(?=\d{3})/g, ',')
    .replace(/(?<=\d)．(?=\d)/g, '.');
}

const hanDigits = '〇零一二三四五六七八九';
const hanPattern = /[〇零一二三四五六七八九两兩十百千万萬亿億]+/gu;

/**
 * Replaces numbers in Chinese characters by digits where they are clearly numbers: of several characters, or before a
 * measure word. Also turns `百分之十二` into `12%`.
 */
export function normalizeHanNumerals(text: string): string {
  const percent = text.replace(
    /百分之([〇零一二三四五六七八九两十百点\d.]+)/gu,
    (_, number: string) => `${/\d/.test(number) ? number : parseHan(number)}%`,
  );
  return percent.replace(hanPattern, (numeral: string, at: number) => {
    const next = percent[at + numeral.length] ?? '';
    const before = percent[at - 1] ?? '';
    if (/[\d.]/.test(before) || /^[十百千万萬亿億]+$/u.test(numeral)) return numeral;
    const isCounted =
      /[个個位名人年月日天次倍岁歳层周週所家座条條件种種辆吨米公小元円成票项期届点時时分秒本冊枚]/u.test(
        next,
      );
    return isCounted || (numeral.length > 1 && /[十百千万萬亿億]/u.test(numeral))
      ? String(parseHan(numeral))
      : numeral;
  });
}

function parseHan(numeral: string): number {
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  if (/^[〇零一二三四五六七八九]{2,}$/u.test(numeral)) {
    return Number([...numeral].map((each) => digitOf(each)).join(''));
  }
  for (const character of numeral.replace(/点.*$/u, '')) {
    const value = digitOf(character);
    if (value !== undefined) {
      digit = value;
      continue;
    }
    const scale = { 十: 10, 百: 100, 千: 1000, 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 }[character] ?? 1;
    if (scale >= 1e4) {
      total = (total + section + (digit ?? 0)) * scale;
      section = 0;
    } else section += (digit ?? 1) * scale;
    digit = undefined;
  }
  return total + section + (digit ?? 0);
}

function digitOf(character: string): number | undefined {
  if (character === '两' || character === '兩') return 2;
  const at = hanDigits.indexOf(character);
  return at < 0 ? undefined : Math.max(0, at - 1);
}
