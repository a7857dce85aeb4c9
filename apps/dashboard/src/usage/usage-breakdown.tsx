import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { DataTable } from '../components/data-table.tsx';
import { formatNumber } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';
import { type DailyEntry, type Measure, type ReportedPeriod, toDailySeries } from './daily-series.ts';
import { MeasurePicker } from './measure-picker.tsx';
import { UsageChart } from './usage-chart.tsx';

/** The sums of an operation or a key. */
export interface UsageTotal {
  readonly name: string;
  readonly requests: number;
  readonly credits: number;
}

interface UsageBreakdownProps {
  readonly period: ReportedPeriod;
  readonly daily: readonly DailyEntry[];
  /** Returns the rows of the table. @param names those of the bars, the one with the largest sum first */
  readonly totalsOf: (names: readonly string[]) => readonly UsageTotal[];
  /** Heading of the names. */
  readonly label: string;
  readonly titleOf: (name: string) => string;
  readonly onSave: () => void;
}

/** Credits or requests by day as stacked bars, and their sums as a table. */
export function UsageBreakdown(props: UsageBreakdownProps): JSX.Element {
  const { period, daily, totalsOf, label, titleOf, onSave } = props;
  const measure = useSignal<Measure>('credits');
  const shown = measure.value;
  const bars = useMemo(() => toDailySeries(period, daily, shown), [period, daily, shown]);
  return (
    <>
      <div class="page-head">
        <MeasurePicker measure={measure} />
        <button type="button" onClick={onSave}>
          CSV
        </button>
      </div>
      <UsageChart {...bars} titleOf={titleOf} />
      <DataTable
        columns={[
          { label },
          { label: t('usage.requests'), isNumber: true },
          { label: t('usage.credits'), isNumber: true },
        ]}
      >
        {totalsOf(bars.series.map(({ name }) => name)).map(({ name, requests, credits }) => (
          <tr key={name}>
            <td dir="auto">{titleOf(name)}</td>
            <td class="number">{formatNumber(requests)}</td>
            <td class="number">{formatNumber(credits)}</td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
