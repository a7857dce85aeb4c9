import type { Quern, RecentRequests } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { formatMilliseconds, formatNumber } from '../components/format.ts';
import { LoadedContent } from '../components/loaded-content.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { findMessage, t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { ErrorCode, RequestTable } from '../requests/request-table.tsx';

const requestsMax = 50;

/** How long the last requests took, their errors, and the requests themselves. */
export function RecentRequestsReport({ quern }: { readonly quern: Quern }): JSX.Element {
  const loaded = useLoaded(
    async (signal) => (await quern.requests({ limit: requestsMax }, { signal })).data,
    [quern],
  );
  return (
    <LoadedContent loaded={loaded}>
      {({ requests, latency, errors }) => (
        <>
          {latency.length > 0 && <Latency latency={latency} />}
          {errors.length > 0 && <Errors errors={errors} />}
          <section class="card report">
            <div class="page-head">
              <div>
                <h2>{t('requests.title')}</h2>
                <p class="hint">{t('requests.hint')}</p>
              </div>
              <button type="button" onClick={loaded.reload}>
                {t('app.reload')}
              </button>
            </div>
            <RequestTable requests={requests} />
          </section>
        </>
      )}
    </LoadedContent>
  );
}

function Latency({ latency }: Pick<RecentRequests, 'latency'>): JSX.Element {
  return (
    <section class="card report">
      <div>
        <h2>{t('usage.latency')}</h2>
        <p class="hint">{t('usage.latencyHint')}</p>
      </div>
      <DataTable
        columns={[
          { label: t('usage.operation') },
          { label: t('usage.requests'), isNumber: true },
          { label: '50 %', isNumber: true },
          { label: '95 %', isNumber: true },
          { label: '99 %', isNumber: true },
        ]}
      >
        {latency.map(({ operation, count, p50Ms, p95Ms, p99Ms }) => (
          <tr key={operation}>
            <td>{operationTitle(operation)}</td>
            <td class="number">{formatNumber(count)}</td>
            <td class="number">{formatMilliseconds(p50Ms)}</td>
            <td class="number">{formatMilliseconds(p95Ms)}</td>
            <td class="number">{formatMilliseconds(p99Ms)}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

function Errors({ errors }: Pick<RecentRequests, 'errors'>): JSX.Element {
  return (
    <section class="card report">
      <h2>{t('usage.errors')}</h2>
      <DataTable
        columns={[
          { label: t('usage.errorCode') },
          { label: t('usage.meaning') },
          { label: t('usage.requests'), isNumber: true },
        ]}
      >
        {errors.map(({ code, count }) => (
          <tr key={code}>
            <td>
              <ErrorCode code={code} />
            </td>
            <td>{findMessage(`error.${code}`) ?? ''}</td>
            <td class="number">{formatNumber(count)}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
