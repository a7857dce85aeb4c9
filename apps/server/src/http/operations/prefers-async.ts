/**
 * Returns whether a Prefer header (RFC 7240) asks for a response before the work is done. Other preferences are ignored.
 */
export function prefersAsync(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  return String(header)
    .split(',')
    .some((preference) => preference.split(';', 1)[0]?.trim().toLowerCase() === 'respond-async');
}
