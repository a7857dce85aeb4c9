import { z } from 'zod';
import { parseDuration } from '../validation/parse-duration.ts';
import { InvalidSettingError } from './invalid-setting-error.ts';

/** Node's timers cannot wait longer: 2^31 - 1 ms. */
const timerMaxMs = 2_147_483_647;

/** Runs a parser in a zod transform: an InvalidSettingError becomes an issue, any other error is a bug. */
const report =
  <Value>(parse: (text: string) => Value) =>
  (text: string, context: z.RefinementCtx): Value => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidSettingError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  };

/**
 * A setting with a default, which is written as in the environment.
 *
 * @param parse Throws InvalidSettingError.
 */
export const setting = <Value>(defaultValue: string, parse: (text: string) => Value) =>
  z.string().default(defaultValue).transform(report(parse));

/** A setting without a default. A blank value counts as not set. */
export const optionalSetting = <Value>(parse: (text: string) => Value) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      const trimmed = text?.trim() ?? '';
      return trimmed === '' ? undefined : report(parse)(trimmed, context);
    });

/** Any text. */
export const optionalText = optionalSetting((text) => text);

/** A list separated by commas or white space, each entry of which is parsed. */
export const list = <Value>(parseEntry: (entry: string) => Value) =>
  setting('', (text) =>
    text
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map(parseEntry),
  );

/** One of the values. */
export const choice = <const Value extends string>(values: readonly Value[], defaultValue: NoInfer<Value>) =>
  setting(defaultValue, (text): Value => {
    const found = values.find((value) => value === text.trim().toLowerCase());
    if (found !== undefined) return found;
    throw new InvalidSettingError(`must be ${values.join(' or ')}, such as ${defaultValue}`);
  });

/** `1` or `0`. */
export const flag = setting('0', (text) => {
  const value = text.trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(value)) return true;
  if (['', '0', 'false', 'no', 'off'].includes(value)) return false;
  throw new InvalidSettingError('must be 1 (on) or 0 (off), such as 1');
});

/** Bounds of a number, and what it counts. */
interface IntegerOptions {
  readonly min: number;
  readonly max?: number;
  /** Named if the value has a unit, such as `megabytes`. */
  readonly unit?: string;
}

/** An integer without a unit. */
export const integer = (defaultValue: number, { min, max = Number.MAX_SAFE_INTEGER, unit }: IntegerOptions) =>
  setting(String(defaultValue), (text) => {
    const value = /^\s*\d{1,16}\s*$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
    const inUnit = unit === undefined ? '' : ` (${unit}, without a unit)`;
    throw new InvalidSettingError(`must be an integer ${range}${inUnit}, such as ${defaultValue}`);
  });

/** Bounds of a duration. */
interface DurationOptions {
  readonly minMs?: number;
  /** By default the longest time that a timer can wait. */
  readonly maxMs?: number;
}

/** A duration such as `30s`, in milliseconds. */
export const duration = (defaultValue: string, { minMs = 1, maxMs = timerMaxMs }: DurationOptions = {}) =>
  setting(defaultValue, (text) => {
    const value = parseDuration(text);
    if (value === undefined) throw new InvalidSettingError('must be a duration such as 30s, 10m, 24h');
    if (value < minMs) throw new InvalidSettingError(`must be longer, such as ${defaultValue}`);
    if (value > maxMs) {
      const daysMax = Math.floor(maxMs / 86_400_000);
      throw new InvalidSettingError(`must be at most ${daysMax} days, such as ${defaultValue}`);
    }
    return value;
  });

/** A part of the credentials of another service: visible ASCII characters. */
export const credential = optionalSetting((text) => {
  if (/^[\x21-\x7e]{1,256}$/.test(text)) return text;
  throw new InvalidSettingError('must have 1 to 256 visible ASCII characters, without spaces');
});

/** A secret of visible ASCII characters, as an Authorization header can carry it. */
export const secret = (lengthMin: number) =>
  optionalSetting((text) => {
    if (/^[\x21-\x7e]+$/.test(text) && text.length >= lengthMin && text.length <= 512) return text;
    throw new InvalidSettingError(
      `must have ${lengthMin} to 512 visible ASCII characters, without spaces, such as the output of: openssl rand -hex 32`,
    );
  });
