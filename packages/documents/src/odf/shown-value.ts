import type { XmlElement } from '../xml/xml-tree.ts';

/** Returns the value of a cell whose displayed text the file lacks (OpenDocument 1.3 part 3, 19.385). */
export function shownValue({ attributes }: XmlElement): string {
  const value = attributes['office:value'] ?? '';
  switch (attributes['office:value-type']) {
    case 'percentage':
      return value === '' ? '' : `${Number((Number(value) * 100).toPrecision(12))}%`;
    case 'date':
      return (attributes['office:date-value'] ?? '').replace(/T00:00:00$/, '').replace('T', ' ');
    case 'time':
      return timeOf(attributes['office:time-value'] ?? '');
    case 'boolean':
      return (attributes['office:boolean-value'] ?? '').toUpperCase();
    case 'string':
      return attributes['office:string-value'] ?? '';
    case 'currency':
      return [value, attributes['office:currency'] ?? ''].join(' ').trim();
    default:
      return value;
  }
}

/** ISO 8601 durations are shown as clock time. */
function timeOf(duration: string): string {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(duration) ?? [];
  if (!duration.startsWith('PT')) return duration;
  return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
}
