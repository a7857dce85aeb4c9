import { useSignal } from '@preact/signals';
import type { Quern, Usage } from '@quern/sdk';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { FigureList } from '../components/figure-list.tsx';
import { formatNumber } from '../components/format.ts';
import { LoadedContent } from '../components/loaded-content.tsx';
import { saveFile } from '../components/save-file.ts';
import { toCsv } from '../components/to-csv.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { client } from '../session/session.ts';
import { NeedsKey } from '../session/sign-in.tsx';
import type { Measure } from './daily-series.ts';
import { lastDays, PeriodPicker } from './period-picker.tsx';
import { RecentRequestsReport } from './recent-requests.tsx';
import { UsageBreakdown } from './usage-breakdown.tsx';

/** Credits and requests of the key by day and operation, and its last requests. */
export function UsageView(): JSX.Element {
  const quern = client.value;
  return quern === undefined ? <NeedsKey /> : <KeyUsage quern={quern} />;
}

const periodDefaultDays = 30;

function KeyUsage({ quern }: { readonly quern: Quern }): JSX.Element {
  const period = useSignal(lastDays(periodDefaultDays));
  const loaded = useLoaded(
    async (signal) => (await quern.usage(period.value, { signal })).data,
    [quern, period.value],
  );
  return (
    <>
      <div class="page-head">
        <h1>{t('nav.usage')}</h1>
        <PeriodPicker period={period} />
      </div>
      <LoadedContent loaded={loaded}>
        {(usage) => (
          <>
            <UsageReport usage={usage} />
            <RecentRequestsReport quern={quern} />
          </>
        )}
      </LoadedContent>
    </>
  );
}

function UsageReport({ usage }: { readonly usage: Usage }): JSX.Element {
  const daily = useMemo(
    () => usage.daily.map(({ operation, ...entry }) => ({ ...entry, name: operation })),
    [usage],
  );
  const { totals, key, account } = usage;
  const sum = (name: Measure): number => totals.reduce((total, entry) => total + entry[name], 0);
  const save = (): void => {
    const rows = usage.daily.map(({ date, operation, requests, credits }) => [
      date,
      operation,
      requests,
      credits,
    ]);
    saveFile('usage.csv', 'text/csv', toCsv([['date', 'operation', 'requests', 'credits'], ...rows]));
  };
  return (
    <>
      <FigureList
        figures={[
          { label: t('usage.spent'), value: formatNumber(sum('credits')) },
          { label: t('usage.requests'), value: formatNumber(sum('requests')) },
          { label: t('balance.label'), value: formatNumber(account.available) },
          ...(key.budget === null
            ? []
            : [
                {
                  label: t('keys.budget'),
                  value: `${formatNumber(key.spent)} / ${formatNumber(key.budget)}`,
                },
              ]),
        ]}
      />
      {totals.length === 0 ? (
        <section class="card empty">
          <p>{t('usage.empty')}</p>
          <a class="button" href="#/playground">
            {t('nav.playground')}
          </a>
        </section>
      ) : (
        <section class="card report">
          <UsageBreakdown
            period={usage}
            daily={daily}
            totalsOf={() => totals.map(({ operation, ...total }) => ({ ...total, name: operation }))}
            label={t('usage.operation')}
            titleOf={operationTitle}
            onSave={save}
          />
        </section>
      )}
    </>
  );
}
