import { useSignal } from '@preact/signals';
import type { KeyUsage, QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { LoadedContent } from '../components/loaded-content.tsx';
import { saveFile } from '../components/save-file.ts';
import { toCsv } from '../components/to-csv.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import type { Measure } from '../usage/daily-series.ts';
import { lastDays, PeriodPicker } from '../usage/period-picker.tsx';
import { UsageBreakdown } from '../usage/usage-breakdown.tsx';

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
  const daily = useMemo(() => usage.daily.map(({ keyId, ...entry }) => ({ ...entry, name: keyId })), [usage]);
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
  const sum = (id: string, measure: Measure): number =>
    usage.daily.reduce((total, entry) => total + (entry.keyId === id ? entry[measure] : 0), 0);
  return (
    <UsageBreakdown
      period={usage}
      daily={daily}
      totalsOf={(ids) =>
        ids.map((id) => ({ name: id, requests: sum(id, 'requests'), credits: sum(id, 'credits') }))
      }
      label={t('session.key')}
      titleOf={keyName}
      onSave={save}
    />
  );
}
