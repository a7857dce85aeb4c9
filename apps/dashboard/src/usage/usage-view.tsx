import { useSignal, useSignalEffect } from '@preact/signals';
import type { Usage } from '@quern/sdk';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { DataTable } from '../components/data-table.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FigureList } from '../components/figure-list.tsx';
import { formatNumber } from '../components/format.ts';
import { saveFile } from '../components/save-file.ts';
import { toCsv } from '../components/to-csv.ts';
import { t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { client } from '../session/session.ts';
import { NeedsKey } from '../session/sign-in.tsx';
import { dayMs, type Measure, toDailySeries, toDay } from './daily-series.ts';
import { UsageChart } from './usage-chart.tsx';

const periods = [7, 30, 90] as const;
const measures = ['credits', 'requests'] as const;

/** Credits and requests of the key by day and operation. */
export function UsageView(): JSX.Element {
  const days = useSignal<number>(30);
  const usage = useSignal<Usage | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  const attempt = useSignal(0);
  useSignalEffect(() => {
    const quern = client.value;
    const period = days.value;
    void attempt.value;
    if (quern === undefined) return undefined;
    const controller = new AbortController();
    const from = toDay(Date.now() - (period - 1) * dayMs);
    problem.value = undefined;
    quern.usage({ from }, { signal: controller.signal }).then(
      ({ data }) => {
        usage.value = data;
      },
      (error: unknown) => {
        if (!controller.signal.aborted) problem.value = error;
      },
    );
    return () => controller.abort();
  });
  if (client.value === undefined) return <NeedsKey />;
  return (
    <>
      <div class="page-head">
        <h1>{t('nav.usage')}</h1>
        <fieldset class="row" aria-label={t('usage.period')}>
          {periods.map((count) => (
            <button
              key={count}
              type="button"
              aria-pressed={days.value === count}
              onClick={() => {
                days.value = count;
              }}
            >
              {t('usage.days', { count })}
            </button>
          ))}
        </fieldset>
      </div>
      {problem.value !== undefined && (
        <ErrorNotice
          error={problem.value}
          onRetry={() => {
            attempt.value += 1;
          }}
        />
      )}
      {usage.value === undefined ? (
        problem.value === undefined && <p class="hint">{t('app.loading')}</p>
      ) : (
        <UsageReport usage={usage.value} />
      )}
    </>
  );
}

function UsageReport({ usage }: { readonly usage: Usage }): JSX.Element {
  const measure = useSignal<Measure>('credits');
  const shown = measure.value;
  const daily = useMemo(() => toDailySeries(usage, shown), [usage, shown]);
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
          <div class="page-head">
            <fieldset class="row" aria-label={t('usage.measure')}>
              {measures.map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={shown === name}
                  onClick={() => {
                    measure.value = name;
                  }}
                >
                  {t(`usage.${name}`)}
                </button>
              ))}
            </fieldset>
            <button type="button" onClick={save}>
              CSV
            </button>
          </div>
          <UsageChart days={daily.days} series={daily.series} />
          <DataTable
            columns={[
              { label: t('usage.operation') },
              { label: t('usage.requests'), isNumber: true },
              { label: t('usage.credits'), isNumber: true },
            ]}
          >
            {totals.map(({ operation, requests, credits }) => (
              <tr key={operation}>
                <td>{operationTitle(operation)}</td>
                <td class="number">{formatNumber(requests)}</td>
                <td class="number">{formatNumber(credits)}</td>
              </tr>
            ))}
          </DataTable>
        </section>
      )}
    </>
  );
}
