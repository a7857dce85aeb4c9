/** The quantity that a chart shows. */
export type Measure = 'credits' | 'requests';

/** The days of a report, UTC, both included. */
export interface ReportedPeriod {
  readonly from: string;
  readonly to: string;
}

/** Use of one day, of an operation or a key. */
export interface DailyEntry {
  readonly date: string;
  readonly name: string;
  readonly credits: number;
  readonly requests: number;
}

/** Values of each day by operation or key. */
export interface DailySeries {
  /** Days, UTC, without gaps: `2026-05-31`. */
  readonly days: readonly string[];
  /** The one with the largest sum first; values in the order of the days. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Length of a day. */
export const dayMs = 86_400_000;

/** Returns the day of a time, UTC: `2026-05-31`. */
export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the days of a period, the last one included. */
export function daysOf({ from, to }: ReportedPeriod): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) days.push(toDay(time));
  return days;
}

/** Arranges the usage of a period by day and name. */
export function toDailySeries(
  period: ReportedPeriod,
  entries: readonly DailyEntry[],
  measure: Measure,
): DailySeries {
  const days = daysOf(period);
  const index = new Map(days.map((day, at) => [day, at]));
  const series = [...Map.groupBy(entries, ({ name }) => name)].map(([name, own]) => {
    const values = days.map(() => 0);
    for (const entry of own) {
      const at = index.get(entry.date);
      if (at !== undefined) values[at] = (values[at] ?? 0) + entry[measure];
    }
    return { name, values };
  });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return { days, series: series.sort((a, b) => sum(b.values) - sum(a.values)) };
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
