import { InvalidArgumentError } from 'commander';

/** Parses a number. Throws InvalidArgumentError if it is not one. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

const durationUnitsMs: Readonly<Record<string, number>> = {
  '': 1000,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Parses a duration, such as `30s`, `500ms` or `2m`; a number without a unit is seconds.
 *
 * @returns milliseconds
 * @throws InvalidArgumentError if it is not a duration greater than 0
 */
export function parseDurationMs(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,6})?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  const ms = Math.ceil(Number(number) * (durationUnitsMs[unit] ?? 0));
  if (!(ms > 0)) throw new InvalidArgumentError('It must be a duration, such as 30s or 500ms.');
  return ms;
}

/** Parses an integer; the service checks its range. Throws InvalidArgumentError if it is not one. */
export function parseInteger(text: string): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be an integer.');
  return Number(text);
}

/** Parses digits to an integer and leaves any other text as it is. */
export function parseTextOrInteger(text: string): string | number {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Parses JSON; the service checks its form. Throws InvalidArgumentError if it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

/**
 * Parses a list: a JSON array, or texts separated by commas, without empty ones.
 *
 * @throws InvalidArgumentError if it begins like a JSON array and is malformed
 */
export function parseList(text: string): unknown[] {
  if (text.trimStart().startsWith('[')) {
    const value = parseJson(text);
    if (Array.isArray(value)) return value;
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Parses a date or time in ISO 8601. Throws InvalidArgumentError if it is not one. */
export function parseTime(text: string): Date {
  const time = new Date(/^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a time in ISO 8601.');
  return time;
}

/**
 * Leaves `none`, which removes a limit, as it is, and parses any other text. The parser of the command line does not
 * accept null as the value of an option; see `noneToNull`.
 *
 * @param parse throws InvalidArgumentError
 */
export const parseOrNone =
  <Value>(parse: (text: string) => Value) =>
  (text: string): Value | 'none' =>
    text === 'none' ? text : parse(text);

/** Returns null for `none`. */
export const noneToNull = <Value>(value: Value | 'none'): Value | null => (value === 'none' ? null : value);
