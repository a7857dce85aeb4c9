export interface RatePolicy {
  /** Requests a key may make in a minute; null: any number. */
  readonly perMinute: number | null;
  /** Requests of a key that may run at once on a node; null: any number. */
  readonly runningMax: number | null;
}

const runningDefault = 64;

/** Reads `off`, `600/m`, `600/m,running=64` or `running=64`; undefined for anything else. */
export function parseRatePolicy(text: string): RatePolicy | undefined {
  if (text.trim().toLowerCase() === 'off') return { perMinute: null, runningMax: null };
  let perMinute: number | null = null;
  let runningMax: number | null = runningDefault;
  for (const part of text.split(',')) {
    const rate = /^\s*(\d{1,9})\s*\/\s*(m|min|minute)\s*$/.exec(part);
    const running = /^\s*running\s*=\s*(\d{1,6})\s*$/.exec(part);
    if (rate !== null) perMinute = Number(rate[1]);
    else if (running !== null) runningMax = Number(running[1]);
    else return undefined;
  }
  return perMinute === 0 || runningMax === 0 ? undefined : { perMinute, runningMax };
}
