import { quoteValue } from '../../errors/quote-value.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import type { TextPart } from './result-schemas.ts';

/** Maximum length of a result that is returned in one message, and of a part of a longer one, in UTF-16 code units. */
export const partLengthMax = 30_000;

/**
 * Cuts a part from a text, without splitting a surrogate pair.
 *
 * @param cursor where the part begins, as the previous part has it; undefined for the first part
 * @throws ServiceError `invalid_parameters` for a malformed cursor
 */
export function cutText(uri: string, text: string, cursor: string | undefined): TextPart {
  const start = parseCursor(cursor);
  const end = endOfPart(text, start, partLengthMax);
  return { uri, text: text.slice(start, end), nextCursor: end < text.length ? String(end) : null };
}

/** Returns the position at which a part ends that begins at `start`. */
export function endOfPart(text: string, start: number, lengthMax: number): number {
  const end = start + lengthMax;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}

function parseCursor(cursor = '0'): number {
  if (!/^\d{1,10}$/.test(cursor)) {
    throw invalidParameters(
      `cursor: ${quoteValue(cursor)} is not a cursor; send the nextCursor of the previous part`,
    );
  }
  return Number(cursor);
}
