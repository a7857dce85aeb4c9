import { useSignal } from '@preact/signals';
import type { KeyUsage, QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { DataTable } from '../components/data-table.tsx';
import { formatNumber } from '../components/format.ts';
import { LoadedContent } from '../components/loaded-content.tsx';
import { saveFile } from '../components/save-file.ts';
import { toCsv } from '../components/to-csv.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import { type Measure, toDailySeries } from '../usage/daily-series.ts';
import { MeasurePicker } from '../usage/measure-picker.tsx';
import { lastDays, PeriodPicker } from '../usage/period-picker.tsx';
import { UsageChart } from '../usage/usage-chart.tsx';

const periodDefaultDays = 30;
const keysMax = 1000;

/** Credits and requests of all keys by day. */
export function KeyUsageReport({ client }: { readonly client: QuernAdmin }): JSX.Element {
  const period = useSignal(lastDays(periodDefaultDays));
  const loaded = useLoaded(
    async (signal) => {
      const [usage, keys] = await Promise.all([
        client.usage.byKey(period.value, { signal }),
        client.keys.list({ limit: keysMax }, { signal }),
      ]);
      return { usage, names: new Map(keys.map(({ id, name }) => [id, name])) };
    },
    [client, period.value],
  );
  return (
    <section class="card report">
      <div class="page-head">
        <h2>{t('accounts.usage')}</h2>
        <PeriodPicker period={period} />
      </div>
      <LoadedContent loaded={loaded}>
        {({ usage, names }) =>
          usage.daily.length === 0 ? (
            <p>{t('accounts.noUsage')}</p>
          ) : (
            <Report usage={usage} keyName={(id) => names.get(id) ?? id} />
          )
        }
      </LoadedContent>
    </section>
  );
}

interface ReportProps {
  readonly usage: KeyUsage;
  readonly keyName: (id: string) => string;
}

function Report({ usage, keyName }: ReportProps): JSX.Element {
  const measure = useSignal<Measure>('credits');
  const shown = measure.value;
  const daily = useMemo(() => {
    const entries = usage.daily.map(({ keyId, ...entry }) => ({ ...entry, name: keyId }));
    return toDailySeries(usage, entries, shown);
  }, [usage, shown]);
  const save = (): void => {
    const rows = usage.daily.map(({ date, keyId, requests, credits }) => [
      date,
      keyId,
      keyName(keyId),
      requests,
      credits,
    ]);
    const header = ['date', 'keyId', 'key', 'requests', 'credits'];
    saveFile('usage-by-key.csv', 'text/csv', toCsv([header, ...rows]));
  };
  const sum = (id: string, name: Measure): number =>
    usage.daily.reduce((total, entry) => total + (entry.keyId === id ? entry[name] : 0), 0);
  return (
    <>
      <div class="page-head">
        <MeasurePicker measure={measure} />
        <button type="button" onClick={save}>
          CSV
        </button>
      </div>
      <UsageChart {...daily} titleOf={keyName} />
      <DataTable
        columns={[
          { label: t('session.key') },
          { label: t('usage.requests'), isNumber: true },
          { label: t('usage.credits'), isNumber: true },
        ]}
      >
        {daily.series.map(({ name: id }) => (
          <tr key={id}>
            <td dir="auto">{keyName(id)}</td>
            <td class="number">{formatNumber(sum(id, 'requests'))}</td>
            <td class="number">{formatNumber(sum(id, 'credits'))}</td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
