/** @returns a date of a document's metadata as RFC 3339; one without a time zone is taken as UTC; '' if it is not valid */
export function toTimestamp(value: string): string {
  const [, date, time = '00:00:00', zone = 'Z'] =
    /^\s*(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?)?\s*$/i.exec(value) ?? [];
  if (date === undefined) return '';
  const seconds = time.length === 5 ? `${time}:00` : time;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/^(...):?/, '$1:');
  const timestamp = `${date}T${seconds}${offset}`;
  return Number.isNaN(Date.parse(timestamp)) ? '' : timestamp;
}

/** @returns the language in canonical form, such as `pt-BR`; '' if it is not valid */
export function toLanguageTag(value: string): string {
  const tag = value.trim().replaceAll('_', '-');
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag)) return '';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? '';
  } catch (error) {
    // Subtags may contradict the grammar, such as two regions.
    if (error instanceof RangeError) return '';
    throw error;
  }
}
