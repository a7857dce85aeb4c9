import type { LedgerEntry } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { formatNumber } from '../components/format.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import { findMessage, t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';

interface LedgerTableProps {
  readonly entries: readonly LedgerEntry[];
  readonly keyName: (id: string) => string;
}

/** Movements of credits, the newest first. */
export function LedgerTable({ entries, keyName }: LedgerTableProps): JSX.Element {
  return (
    <DataTable
      columns={[
        { label: t('requests.time') },
        { label: t('ledger.kind') },
        { label: t('usage.credits'), isNumber: true },
        { label: t('usage.operation') },
        { label: t('session.key') },
        { label: t('accounts.note') },
      ]}
    >
      {entries.map(({ id, kind, amount, operation, keyId, note, createdAt }) => (
        <tr key={id}>
          <td>
            <RelativeTime ms={createdAt} nowMs={Date.now()} />
          </td>
          <td>{findMessage(`ledger.${kind}`) ?? kind}</td>
          <td class="number">{formatNumber(amount)}</td>
          <td>{operation === null ? '–' : operationTitle(operation)}</td>
          <td dir="auto">{keyId === null ? '–' : keyName(keyId)}</td>
          <td dir="auto">{note ?? ''}</td>
        </tr>
      ))}
    </DataTable>
  );
}
