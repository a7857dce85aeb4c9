import { useSignal } from '@preact/signals';
import type { AuditEntry, QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { LoadedContent } from '../components/loaded-content.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { findMessage, t } from '../messages/translate-message.ts';

const pageLength = 100;
const entriesMax = 1000;
const actions = [
  'account.create',
  'account.update',
  'credits.grant',
  'key.create',
  'key.update',
  'key.revoke',
  'key.rotate',
  'model.pull',
  'model.verify',
  'model.remove',
] as const;

const actionName = (action: string): string => findMessage(`audit.${action}`) ?? action;

/** Changes by administrators, the newest first. */
export function AuditLog({ client }: { readonly client: QuernAdmin }): JSX.Element {
  const action = useSignal('');
  const limit = useSignal(pageLength);
  const loaded = useLoaded(
    (signal) =>
      client.audit.list(
        { limit: limit.value, ...(action.value === '' ? {} : { action: action.value }) },
        { signal },
      ),
    [client, action.value, limit.value],
  );
  return (
    <section class="card report">
      <div class="page-head">
        <h2>{t('audit.title')}</h2>
        <select
          class="quiet"
          aria-label={t('audit.action')}
          value={action.value}
          onChange={(event) => {
            action.value = event.currentTarget.value;
          }}
        >
          <option value="">{t('keys.allOperations')}</option>
          {actions.map((name) => (
            <option key={name} value={name}>
              {actionName(name)}
            </option>
          ))}
        </select>
      </div>
      <LoadedContent loaded={loaded}>
        {(entries) => (
          <>
            {entries.length === 0 ? <p>{t('audit.empty')}</p> : <AuditTable entries={entries} />}
            {entries.length === limit.value && limit.value < entriesMax && (
              <button
                type="button"
                onClick={() => {
                  limit.value = entriesMax;
                }}
              >
                {t('jobs.more')}
              </button>
            )}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }): JSX.Element {
  return (
    <DataTable
      columns={[
        { label: t('requests.time') },
        { label: t('audit.action') },
        { label: t('audit.actor') },
        { label: t('audit.target') },
        { label: t('audit.change') },
      ]}
    >
      {entries.map(({ id, createdAt, action, actor, target, before, after }) => (
        <tr key={id}>
          <td>
            <RelativeTime ms={createdAt} nowMs={Date.now()} />
          </td>
          <td>{actionName(action)}</td>
          <td dir="auto">{actor}</td>
          <td>
            <code dir="ltr">{target}</code>
          </td>
          <td>
            {listChanges(before, after).map(([name, from, to]) => (
              <p key={name} class="change" dir="ltr">
                <code>{name}</code> {from !== undefined && <del>{from}</del>}{' '}
                {to !== undefined && <ins>{to}</ins>}
              </p>
            ))}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

type Values = Readonly<Record<string, unknown>> | null;

/** Lists the values that differ: the name, the value before and the value after. */
function listChanges(
  before: Values,
  after: Values,
): (readonly [string, string | undefined, string | undefined])[] {
  const old = new Map(Object.entries(before ?? {}));
  const current = new Map(Object.entries(after ?? {}));
  const describe = (value: unknown): string | undefined =>
    value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((name) => [name, describe(old.get(name)), describe(current.get(name))] as const)
    .filter(([, from, to]) => from !== to);
}
