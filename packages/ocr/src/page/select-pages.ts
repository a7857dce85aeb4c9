import { parsePageRanges } from '@quern/runtime/parse-page-ranges';
import { ImageError } from '../image/image-error.ts';

/**
 * Selects pages, such as `1-3,5`.
 *
 * @param ranges undefined for all pages
 * @param pagesMax maximum number of selected pages
 * @returns page numbers from 1, ascending, each once
 * @throws ImageError `invalid_pages`, or `too_large` if there are more pages than the maximum
 */
export function selectPages(ranges: string | undefined, pageCount: number, pagesMax: number): number[] {
  const numbers = parse(ranges, pageCount);
  if (numbers.length > pagesMax) {
    const advice = `select at most ${pagesMax} with \`pages\`, such as 1-${pagesMax}`;
    throw new ImageError('too_large', `${numbers.length} pages are too many for one request: ${advice}.`);
  }
  return numbers;
}

function parse(ranges: string | undefined, pageCount: number): number[] {
  try {
    return parsePageRanges(ranges, pageCount);
  } catch (error) {
    if (error instanceof RangeError) throw new ImageError('invalid_pages', error.message, { cause: error });
    throw error;
  }
}
