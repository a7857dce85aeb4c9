const shownLengthMax = 80;

/**
 * Formats a value for an error message.
 *
 * @returns a scalar on one line, strings in quotes, at most 80 characters; an object or array, which may be deep or
 *   huge, as its kind only
 */
export function quoteValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  // Truncate before quoting, so that the cost depends on the message's length and not on the value's.
  const shown =
    typeof value === 'string' ? JSON.stringify(value.slice(0, shownLengthMax + 1)) : String(value);
  return shown.length > shownLengthMax ? `${shown.slice(0, shownLengthMax - 3)}...` : shown;
}
