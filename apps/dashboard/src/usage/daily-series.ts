import type { Usage } from '@quern/sdk';

/** The quantity that a chart shows. */
export type Measure = 'credits' | 'requests';

/** Values of each day by operation. */
export interface DailySeries {
  /** Days, UTC, without gaps: `2026-05-31`. */
  readonly days: readonly string[];
  /** The operation with the largest sum first; values in the order of the days. */
  readonly series: readonly { readonly operation: string; readonly values: readonly number[] }[];
}

/** Length of a day. */
export const dayMs = 86_400_000;

/** Returns the day of a time, UTC: `2026-05-31`. */
export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the days of a period, the last one included. */
export function daysOf({ from, to }: Pick<Usage, 'from' | 'to'>): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) days.push(toDay(time));
  return days;
}

/** Arranges the usage of a period by day and operation. */
export function toDailySeries(
  usage: Pick<Usage, 'from' | 'to' | 'daily' | 'totals'>,
  measure: Measure,
): DailySeries {
  const { daily, totals } = usage;
  const days = daysOf(usage);
  const index = new Map(days.map((day, at) => [day, at]));
  const operations = totals.toSorted((a, b) => b[measure] - a[measure]).map(({ operation }) => operation);
  const series = operations.map((operation) => {
    const values = days.map(() => 0);
    for (const entry of daily) {
      const at = entry.operation === operation ? index.get(entry.date) : undefined;
      if (at !== undefined) values[at] = (values[at] ?? 0) + entry[measure];
    }
    return { operation, values };
  });
  return { days, series };
}

/** Adds to each series those before it, so that they are drawn on top of each other. */
export function stack(series: DailySeries['series']): number[][] {
  const sums: number[] = [];
  return series.map(({ values }) =>
    values.map((value, at) => {
      const sum = (sums[at] ?? 0) + value;
      sums[at] = sum;
      return sum;
    }),
  );
}
