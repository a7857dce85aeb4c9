const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Parses a duration such as `500ms`, `30s`, `10m`, `24h`, or `7d`. A number without a unit means seconds.
 *
 * @returns milliseconds; undefined if the text is not a duration
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d+)?)\s*(ms|s|m|h|d)?$/.exec(text.trim());
  if (match === null) return undefined;
  const unit = (match[2] ?? 's') as keyof typeof units;
  return Math.round(Number(match[1]) * units[unit]);
}
