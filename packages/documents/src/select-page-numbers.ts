import { parsePageRanges } from '@quern/runtime/parse-page-ranges';
import { DocumentError } from './errors/document-error.ts';

/**
 * Selects pages, slides or sheets, such as `1-3,5`.
 *
 * @param ranges undefined for all
 * @returns numbers from 1, ascending, each once
 * @throws DocumentError `invalid_pages`
 */
export function selectPageNumbers(ranges: string | undefined, pageCount: number): number[] {
  try {
    return parsePageRanges(ranges, pageCount);
  } catch (error) {
    if (error instanceof RangeError)
      throw new DocumentError('invalid_pages', error.message, { cause: error });
    throw error;
  }
}
