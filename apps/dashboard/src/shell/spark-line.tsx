import type { Usage } from '@quern/sdk';
import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';
import { daysOf } from '../usage/daily-series.ts';

const [width, height] = [90, 24];

/** Returns the credits of each day of a period, days without requests included. */
function creditsPerDay(usage: Usage): number[] {
  const sums = new Map<string, number>();
  for (const { date, credits } of usage.daily) sums.set(date, (sums.get(date) ?? 0) + credits);
  return daysOf(usage).map((day) => sums.get(day) ?? 0);
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
