/** Length of a summary, in UTF-16 code units, per square root of the text's length. */
const lengthPerRoot = 9;
/** A summary is at most this share of the text. */
const shareMax = 0.4;
/** Maximum length of a summary without a given limit, in UTF-16 code units: about a page and a half. */
const defaultLengthMax = 4000;

/**
 * Returns the length of a summary without a given limit, which grows with the square root of the text's length: about
 * 220 for 600 characters, 700 for 6,000, 2,200 for 60,000.
 */
export function defaultSummaryLength(textLength: number): number {
  return Math.min(defaultLengthMax, shareMax * textLength, lengthPerRoot * Math.sqrt(textLength));
}
