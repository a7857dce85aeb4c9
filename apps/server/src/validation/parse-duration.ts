const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of `500ms`, `30s`, `10m`, `24h`, `7d` or a bare number of seconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const found = /^(\d{1,9}(?:\.\d+)?)\s*(ms|s|m|h|d)?$/.exec(text.trim());
  if (found === null) return undefined;
  const unit = (found[2] ?? 's') as keyof typeof units;
  return Math.round(Number(found[1]) * units[unit]);
}
