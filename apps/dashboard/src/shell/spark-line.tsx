import type { Usage } from '@quern/sdk';
import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';

const dayMs = 86_400_000;
const [width, height] = [90, 24];

/** Returns the credits of each day of a period, days without requests included. */
export function creditsPerDay({ from, to, daily }: Pick<Usage, 'from' | 'to' | 'daily'>): number[] {
  const sums = new Map<string, number>();
  for (const { date, credits } of daily) sums.set(date, (sums.get(date) ?? 0) + credits);
  const values: number[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) {
    values.push(sums.get(new Date(time).toISOString().slice(0, 10)) ?? 0);
  }
  return values;
}

/** The credits of each day as a line. */
export function SparkLine({ usage }: { readonly usage: Usage }): JSX.Element {
  const values = creditsPerDay(usage);
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) =>
      `${(index * step).toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`,
  );
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('balance.trend')}>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
