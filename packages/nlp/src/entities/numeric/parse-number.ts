/** Source of a number in digits, plain or in groups of three, with a fraction. Bounded, so that long runs of digits take linear time. */
export const digitsSource =
  "(?:\\d{1,2}(?:,\\d{2}){1,4},\\d{3}(?:\\.\\d{1,2})?|\\d{1,3}(?:[.,'’\\u00a0\\u202f]\\d{3}){1,6}(?:[.,]\\d{1,10})?|\\d{1,3}(?: \\d{3}){1,6}(?:[.,]\\d{1,10})?|\\d{1,18}(?:[.,]\\d{1,12})?)";

/**
 * Converts a number to a plain decimal (`1.234,50` → `1234.50`). A single separator followed by three digits is a group
 * separator unless it is the decimal separator of the language.
 *
 * @param decimalComma whether the language's decimal separator is a comma
 * @returns undefined if the text is not a number
 */
export function parseNumber(text: string, decimalComma: boolean): string | undefined {
  const compact = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^\u2212/, '-');
  const match = /^([-+]?)(\d[\d.,]*)$/.exec(compact);
  if (match === null) return undefined;
  const [, sign = '', digits = ''] = match;
  const at = decimalAt(digits, decimalComma);
  const whole = (at < 0 ? digits : digits.slice(0, at)).replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  const fraction = at < 0 ? '' : digits.slice(at + 1);
  return `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function decimalAt(digits: string, decimalComma: boolean): number {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) return Math.max(comma, point);
  const at = Math.max(comma, point);
  if (at < 0) return -1;
  const sign = digits[at] ?? '';
  if (digits.indexOf(sign) !== at) return -1;
  const grouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  const isDecimalSign = sign === (decimalComma ? ',' : '.');
  return grouped && !isDecimalSign ? -1 : at;
}

/** Moves the decimal point to the right ("3.5", 6 → "3500000"). */
export function shiftDecimal(value: string, places: number): string {
  const sign = value.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const padded = fraction.padEnd(places, '0');
  const moved = (whole + padded.slice(0, places)).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(places);
  return sign + moved + (rest === '' ? '' : `.${rest}`);
}
