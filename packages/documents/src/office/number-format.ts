const romanDigits: readonly (readonly [value: number, digits: string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];
const romanMax = 5000;
/** Alphabets of numbers by letters. */
const alphabets: Readonly<Record<string, string>> = {
  lowerLetter: 'abcdefghijklmnopqrstuvwxyz',
  russianLower: 'абвгдежзиклмнопрстуфхцчшщыэюя',
  hebrew1: 'אבגדהוזחטיכלמנסעפצקרשת',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  aiueo: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  iroha: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
  ganada: '가나다라마바사아자차카타파하',
};
const chineseDigits = '〇一二三四五六七八九';
const chineseFormats =
  /^(?:chineseCounting(?:Thousand)?|ideographDigital|japaneseCounting|taiwaneseCounting(?:Thousand)?|koreanDigital2)$/;

/**
 * Writes the number of a list item.
 *
 * @param format as named in ECMA-376 part 1, 17.18.59; unknown ones are written as decimal numbers
 */
export function formatNumber(number: number, format: string): string {
  if (format === 'decimalZero') return String(number).padStart(2, '0');
  if (format === 'lowerRoman') return romanOf(number);
  if (format === 'upperRoman') return romanOf(number).toUpperCase();
  if (format === 'upperLetter') return lettersOf(number, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  if (format === 'russianUpper') return lettersOf(number, alphabets['russianLower'] ?? '').toUpperCase();
  if (chineseFormats.test(format)) return chineseOf(number);
  if (format === 'decimalEnclosedCircle' && number >= 1 && number <= 20)
    return String.fromCodePoint(0x2460 + number - 1);
  const alphabet = Object.hasOwn(alphabets, format) ? alphabets[format] : undefined;
  return alphabet === undefined ? String(number) : lettersOf(number, alphabet);
}

function romanOf(number: number): string {
  if (number < 1 || number > romanMax) return String(number);
  let rest = number;
  let roman = '';
  for (const [value, digits] of romanDigits) {
    roman += digits.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return roman;
}

/** After the last letter follow doubled letters: z, aa, bb. */
function lettersOf(number: number, alphabet: string): string {
  const letters = [...alphabet];
  const times = Math.ceil(number / letters.length);
  return number < 1 || times > 20
    ? String(number)
    : (letters[(number - 1) % letters.length] ?? '').repeat(times);
}

function chineseOf(number: number): string {
  if (number < 0 || number > 99) return String(number);
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  const digit = (value: number) => chineseDigits.charAt(value);
  if (tens === 0) return digit(ones);
  return `${tens > 1 ? digit(tens) : ''}十${ones > 0 ? digit(ones) : ''}`;
}

/**
 * Writes the label of a list item.
 *
 * @param pattern in which `%1` is the number of the outermost level, such as `%1.%2)`
 * @param numbers those of the item and the items around it, from the outermost, as they are written
 */
export function formatLabel(pattern: string, numbers: readonly string[]): string {
  return pattern.replace(/%([1-9])/g, (_, digit: string) => numbers[Number(digit) - 1] ?? '').trim();
}
