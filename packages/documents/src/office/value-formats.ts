import { format } from 'numfmt';

/**
 * Built-in formats by id (ECMA-376 part 1, 18.8.30). Dates whose order depends on the locale of the reader (14, 22 and
 * those of East Asia) are written as in ISO 8601.
 */
const builtInFormats: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '$#,##0;-$#,##0'],
  [6, '$#,##0;-$#,##0'],
  [7, '$#,##0.00;-$#,##0.00'],
  [8, '$#,##0.00;-$#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'yyyy-mm-dd'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'yyyy-mm-dd h:mm'],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'] as const),
  [32, 'h:mm'],
  [33, 'h:mm:ss'],
  [34, 'h:mm'],
  [35, 'h:mm:ss'],
  [55, 'yyyy-mm'],
  [56, 'yyyy-mm-dd'],
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [41, '#,##0;-#,##0;"-"'],
  [42, '$#,##0;-$#,##0;"-"'],
  [43, '#,##0.00;-#,##0.00;"-"??'],
  [44, '$#,##0.00;-$#,##0.00;"-"??'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);

/** Maximum length of a format in spreadsheets. */
const patternLengthMax = 255;
/** The result of the formatter for values and patterns without a meaning; no format can write it. */
const failure = '\u0000';
/** Longer numbers, such as a third, are rounded as spreadsheets do. */
const exactLengthMax = 15;
/** Digits that all numbers are exact to. */
const exactDigits = 15;
/** Digits of other numbers in the format General. */
const generalDigits = 10;

/** @returns the pattern of a format's id; '' for General */
export function builtInFormat(id: number): string {
  return builtInFormats.get(id) ?? '';
}

/** Writes a number as a pattern shows it (ECMA-376 part 1, 18.8.31); one that the pattern cannot show as General. */
export function formatNumber(value: number, pattern: string): string {
  if (pattern === '' || pattern.length > patternLengthMax || /^general$/i.test(pattern))
    return writeGeneral(value);
  return tidy(applyPattern(value, pattern)) ?? writeGeneral(value);
}

/** Serial number of the first day of the 1904 system in the 1900 system. */
const days1904 = 1462;

/** Writes a number as a pattern shows it. @param uses1904 whether dates count from 1904 */
export function formatSerial(value: number, pattern: string, uses1904: boolean): string {
  return formatNumber(uses1904 && isDatePattern(pattern) ? value + days1904 : value, pattern);
}

/** Whether a number format shows a date or a time: it has one of their letters outside of quotes and brackets. */
function isDatePattern(pattern: string): boolean {
  return /[ymdhs]/i.test(pattern.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''));
}

/** Writes a text as the text section of a pattern shows it. */
export function formatText(text: string, pattern: string): string {
  // Only the last of four sections applies to text, or one with the placeholder.
  if (!pattern.includes('@') || pattern === '@' || pattern.length > patternLengthMax) return text;
  return tidy(applyPattern(text, pattern)) ?? text;
}

function applyPattern(value: number | string, pattern: string): string {
  return format(pattern, value, { throws: false, invalid: failure, overflow: failure, nbsp: false });
}

/** Removes the spaces that align digits. */
function tidy(text: string): string | undefined {
  return text.includes(failure) ? undefined : text.replace(/\s+/g, ' ').trim();
}

/** Integers have all digits, other numbers at most as many as a column of usual width shows. */
function writeGeneral(value: number): string {
  const size = Math.abs(value);
  // Other ways to write a number take several times as long, and a sheet can have a million numbers.
  if (!Number.isInteger(value) && size >= 1e-4 && size < 1e10) {
    const exact = withoutZeros(value.toPrecision(exactDigits));
    if (exact.length <= exactLengthMax) return exact;
    const digitsBefore = size < 10 ? 1 : Math.floor(Math.log10(size)) + 1;
    return withoutZeros(value.toFixed(generalDigits - digitsBefore));
  }
  const shortest = String(value);
  if (shortest.length <= exactLengthMax) return shortest;
  const exact = String(Number(value.toPrecision(exactDigits)));
  return exact.length <= exactLengthMax || Number.isInteger(value) ? exact : applyPattern(value, 'General');
}

/** Removes the zeros at the end of the decimal places. */
function withoutZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal;
  let end = decimal.length;
  while (decimal.charCodeAt(end - 1) === 0x30) end--;
  return decimal.slice(0, decimal.charCodeAt(end - 1) === 0x2e ? end - 1 : end);
}
