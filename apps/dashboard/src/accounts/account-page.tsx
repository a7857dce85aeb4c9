import type { Account, QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { FigureList } from '../components/figure-list.tsx';
import { formatNumber, formatTime } from '../components/format.ts';
import { LoadedContent } from '../components/loaded-content.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { describeScopes } from '../keys/describe-scopes.ts';
import { KeyState } from '../keys/key-state.tsx';
import { t } from '../messages/translate-message.ts';
import { toHash } from '../navigation/route.ts';
import { RequestTable } from '../requests/request-table.tsx';
import { GrantForm } from './grant-form.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { RenameForm } from './rename-form.tsx';

interface AccountPageProps {
  readonly client: QuernAdmin;
  readonly id: string;
}

const keysMax = 1000;
const entriesMax = 50;
const requestsMax = 50;

/** An account with its credits, keys, ledger and last requests. */
export function AccountPage({ client, id }: AccountPageProps): JSX.Element {
  const loaded = useLoaded(
    async (signal) => {
      const [account, keys, entries, requests] = await Promise.all([
        client.accounts.get(id, { signal }),
        client.keys.list({ accountId: id, limit: keysMax }, { signal }),
        client.credits.entries(id, { limit: entriesMax }, { signal }),
        client.requests.list({ accountId: id, limit: requestsMax }, { signal }),
      ]);
      return { account, keys, entries, requests };
    },
    [client, id],
  );
  const grant = (amount: number, note: string): Promise<void> =>
    loaded.change(() => client.credits.grant({ accountId: id, amount, note }));
  return (
    <>
      <p>
        <a href={toHash({ view: 'accounts' })}>{t('nav.accounts')}</a>
      </p>
      <LoadedContent loaded={loaded}>
        {({ account, keys, entries, requests }) => {
          const keyName = (keyId: string): string => keys.find((key) => key.id === keyId)?.name ?? keyId;
          return (
            <>
              <AccountHead
                account={account}
                onToggle={() =>
                  void loaded.change(() =>
                    client.accounts.update(id, { disabled: account.disabledAt === null }),
                  )
                }
              />
              <RenameForm
                key={account.name}
                name={account.name}
                onRename={(name) => loaded.change(() => client.accounts.update(id, { name }))}
              />
              <section class="card report">
                <h2>{t('accounts.grant')}</h2>
                <GrantForm onGrant={grant} />
              </section>
              <section class="card report">
                <h2>{t('nav.keys')}</h2>
                <DataTable
                  columns={[
                    { label: t('keys.name') },
                    { label: t('keys.scopes') },
                    { label: t('keys.spent'), isNumber: true },
                    { label: t('keys.lastUse') },
                  ]}
                >
                  {keys.map((key) => (
                    <tr key={key.id}>
                      <td>
                        <span dir="auto">{key.name}</span> <KeyState apiKey={key} />
                      </td>
                      <td>{describeScopes(key.scopes)}</td>
                      <td class="number">
                        {formatNumber(key.spent)}
                        {key.budget !== null && ` / ${formatNumber(key.budget)}`}
                      </td>
                      <td>
                        {key.lastUsedAt === null ? (
                          t('keys.neverUsed')
                        ) : (
                          <RelativeTime ms={key.lastUsedAt} nowMs={Date.now()} />
                        )}
                      </td>
                    </tr>
                  ))}
                </DataTable>
              </section>
              <section class="card report">
                <h2>{t('accounts.ledger')}</h2>
                <LedgerTable entries={entries} keyName={keyName} />
              </section>
              <section class="card report">
                <h2>{t('requests.title')}</h2>
                <RequestTable requests={requests} keyName={keyName} />
              </section>
            </>
          );
        }}
      </LoadedContent>
    </>
  );
}

interface AccountHeadProps {
  readonly account: Account;
  readonly onToggle: () => void;
}

function AccountHead({ account, onToggle }: AccountHeadProps): JSX.Element {
  const { name, available, held, disabledAt, createdAt } = account;
  return (
    <>
      <div class="page-head">
        <div>
          <h1 dir="auto">{name}</h1>
          <p class="hint">
            {t('accounts.since', { time: formatTime(createdAt) })}{' '}
            {disabledAt !== null && <span class="badge bad">{t('accounts.disabled')}</span>}
          </p>
        </div>
        <button type="button" class={disabledAt === null ? 'danger' : ''} onClick={onToggle}>
          {t(disabledAt === null ? 'webhooks.disable' : 'webhooks.enable')}
        </button>
      </div>
      <FigureList
        figures={[
          { label: t('accounts.available'), value: formatNumber(available) },
          { label: t('accounts.held'), value: formatNumber(held) },
        ]}
      />
    </>
  );
}
