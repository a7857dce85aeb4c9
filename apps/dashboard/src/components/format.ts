import { language } from '../messages/translate-message.ts';

/** Formats a number for the language of the page. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language.value, options).format(value);

/** Formats a share of 1 as a percentage. */
export const formatShare = (share: number): string =>
  formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });

/** Formats a size. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = units[step] ?? 'byte';
  // The short form of "bytes" is "byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  return formatNumber(bytes / 1000 ** step, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
}

/** Formats a duration in seconds. */
export function formatSeconds(ms: number): string {
  const digits = ms < 10_000 ? 1 : 0;
  const style = { style: 'unit', unit: 'second', unitDisplay: 'narrow' } as const;
  return formatNumber(ms / 1000, { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a duration in milliseconds, or from a second on in seconds. */
export const formatMilliseconds = (ms: number): string =>
  ms < 1000
    ? formatNumber(ms, { style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: 0 })
    : formatSeconds(ms);

/** Formats a time with its date. */
export const formatTime = (ms: number): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'medium' }).format(ms);

const relativeUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Formats a time relative to another one: `5 minutes ago`. */
export function formatRelative(ms: number, nowMs: number): string {
  const difference = ms - nowMs;
  const [unit, unitMs] = relativeUnits.find(([, size]) => Math.abs(difference) >= size) ?? relativeUnits[3];
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  return format.format(Math.trunc(difference / unitMs), unit);
}

/** Returns the name of a language (BCP 47) in the language of the page; the tag if it has none. */
export function languageName(tag: string): string {
  if (tag === 'und' || tag === '') return '–';
  try {
    return new Intl.DisplayNames(language.value, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
