import { readTime } from '@quern/content/metadata/read-time';

const yearOrMonth = /^(\d{4})(?:-(\d\d))?$/;

/**
 * Reads the date of a document, with or without time, in the forms that `readTime` knows, as a point in time: a missing
 * month, day or hour is the first one, a missing zone is UTC, and fractions of seconds are left out.
 *
 * @param language BCP 47 tag; decides the order of day and month in `03/04/2024`
 * @returns RFC 3339; '' for other texts
 */
export function timestampOf(text: string, language = ''): string {
  const [, year, month = '01'] = yearOrMonth.exec(text.trim()) ?? [];
  const read = year === undefined ? readTime(text, language) : `${year}-${month}`;
  const [, date = '', clock = '00:00', seconds = ':00', zone = 'Z'] =
    /^(\d{4}(?:-\d\d){0,2})(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(read) ?? [];
  const day = `${date}${'-01'.repeat(3 - date.split('-').length)}`;
  const timestamp = `${day}T${clock}${seconds}${zone}`;
  return Number.isNaN(Date.parse(timestamp)) ? '' : timestamp;
}
