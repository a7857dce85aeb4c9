/** Limits on the requests of each key. */
export interface RatePolicy {
  /** Requests that a key may send per minute; null: unlimited. */
  readonly perMinute: number | null;
  /** Requests of a key that may run at the same time on one node; null: unlimited. */
  readonly runningMax: number | null;
}

/** Whether no limit applies to single keys: the setting is `off`. */
export const isUnlimited = ({ perMinute, runningMax }: RatePolicy): boolean =>
  perMinute === null && runningMax === null;

const runningMaxDefault = 64;

/**
 * Parses `off`, `600/m`, `600/m,running=64` or `running=64`.
 *
 * @returns undefined for any other text, and for limits of 0.
 */
export function parseRatePolicy(text: string): RatePolicy | undefined {
  if (text.trim().toLowerCase() === 'off') return { perMinute: null, runningMax: null };
  let perMinute: number | null = null;
  let runningMax: number | null = runningMaxDefault;
  for (const part of text.split(',')) {
    const rate = /^\s*(\d{1,9})\s*\/\s*(m|min|minute)\s*$/.exec(part);
    const running = /^\s*running\s*=\s*(\d{1,6})\s*$/.exec(part);
    if (rate !== null) perMinute = Number(rate[1]);
    else if (running !== null) runningMax = Number(running[1]);
    else return undefined;
  }
  return perMinute === 0 || runningMax === 0 ? undefined : { perMinute, runningMax };
}
