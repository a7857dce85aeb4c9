import type { LoggedRequest } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { formatMilliseconds, formatNumber } from '../components/format.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import { findMessage, t } from '../messages/translate-message.ts';
import { toHash } from '../navigation/route.ts';
import { operationTitle } from '../operations/operation-title.ts';

interface RequestTableProps {
  readonly requests: readonly LoggedRequest[];
  /** Returns the name of a key; undefined if all requests are of the same one. */
  readonly keyName?: (id: string) => string;
}

/** Requests without their content, the last one first. */
export function RequestTable({ requests, keyName }: RequestTableProps): JSX.Element {
  if (requests.length === 0) return <p>{t('requests.empty')}</p>;
  const now = Date.now();
  return (
    <DataTable
      columns={[
        { label: t('requests.time') },
        { label: t('usage.operation') },
        ...(keyName === undefined ? [] : [{ label: t('session.key') }]),
        { label: t('jobs.status') },
        { label: t('requests.duration'), isNumber: true },
        { label: t('usage.credits'), isNumber: true },
        { label: t('requests.id') },
      ]}
    >
      {requests.map((request) => (
        <tr key={`${request.requestId} ${request.createdAt}`}>
          <td>
            <RelativeTime ms={request.createdAt} nowMs={now} />
          </td>
          <td>
            {request.jobId === null || keyName !== undefined ? (
              operationTitle(request.operation)
            ) : (
              <a href={toHash({ view: 'jobs', detail: request.jobId })}>
                {operationTitle(request.operation)}
              </a>
            )}
          </td>
          {keyName !== undefined && <td dir="auto">{keyName(request.keyId)}</td>}
          <td>
            <RequestStatus request={request} />
          </td>
          <td class="number">{formatMilliseconds(request.durationMs)}</td>
          <td class="number">{formatNumber(request.creditsUsed)}</td>
          <td>
            <code class="hint" dir="ltr">
              {request.requestId}
            </code>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function RequestStatus({ request: { status, code } }: { readonly request: LoggedRequest }): JSX.Element {
  if (code === null) return <span class="badge good">{status}</span>;
  return (
    <>
      <span class="badge bad">{status}</span> <ErrorCode code={code} />
    </>
  );
}

/** The code of an error, with a link to the page that explains it. */
export function ErrorCode({ code }: { readonly code: string }): JSX.Element {
  return (
    <a href={`/docs/errors/${encodeURIComponent(code)}`} title={findMessage(`error.${code}`) ?? code}>
      <code dir="ltr">{code}</code>
    </a>
  );
}
