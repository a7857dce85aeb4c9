import { useSignal } from '@preact/signals';
import type { Account, ApiKey, IssuedApiKey, QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { DataTable } from '../components/data-table.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { formatNumber } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';
import { account } from '../session/account.ts';
import { admin } from '../session/session.ts';
import { SecretForm } from '../session/sign-in.tsx';
import { BudgetMeter } from './budget-meter.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { describeScopes } from './describe-scopes.ts';
import { IssuedKey } from './issued-key.tsx';
import { KeyRow } from './key-row.tsx';
import { RotationList } from './rotation-list.tsx';

/** The API keys of the service, for administrators; for others, the key in use. */
export function KeysView(): JSX.Element {
  const client = admin.value;
  return (
    <>
      <h1>{t('nav.keys')}</h1>
      {client === undefined ? <OwnKey /> : <KeyList client={client} />}
    </>
  );
}

/** Keys are read in one request; a service with more has the command line. */
const keysMax = 1000;

function KeyList({ client }: { readonly client: QuernAdmin }): JSX.Element {
  const keys = useSignal<readonly ApiKey[] | undefined>(undefined);
  const accounts = useSignal<readonly Account[]>([]);
  const issued = useSignal<IssuedApiKey | undefined>(undefined);
  const isCreating = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const load = async (): Promise<void> => {
    try {
      const [listedAccounts, listedKeys] = await Promise.all([
        client.accounts.list({ limit: keysMax }),
        client.keys.list({ limit: keysMax }),
      ]);
      problem.value = undefined;
      accounts.value = listedAccounts;
      keys.value = listedKeys.toSorted((a, b) => b.createdAt - a.createdAt);
    } catch (error) {
      problem.value = error;
    }
  };
  useEffect(() => void load(), [client]);
  const run = async (change: () => Promise<IssuedApiKey | undefined>): Promise<void> => {
    try {
      issued.value = await change();
      isCreating.value = false;
      await load();
    } catch (error) {
      problem.value = error;
    }
  };
  return (
    <>
      {problem.value !== undefined && <ErrorNotice error={problem.value} onRetry={() => void load()} />}
      {issued.value !== undefined && (
        <IssuedKey
          issued={issued.value}
          onClose={() => {
            issued.value = undefined;
          }}
        />
      )}
      <details
        class="card drawer"
        open={isCreating.value}
        onToggle={(event) => {
          isCreating.value = event.currentTarget.open;
        }}
      >
        <summary>
          <h2>{t('keys.create')}</h2>
        </summary>
        <CreateKeyForm accounts={accounts.value} onCreate={(input) => run(() => client.keys.create(input))} />
      </details>
      {keys.value === undefined && problem.value === undefined && <p class="hint">{t('app.loading')}</p>}
      {keys.value?.length === 0 && <p class="card empty">{t('keys.empty')}</p>}
      {keys.value !== undefined && keys.value.length > 0 && (
        <section class="card">
          <DataTable
            columns={[
              { label: t('keys.name') },
              { label: t('keys.account') },
              { label: t('keys.scopes') },
              { label: t('keys.spent'), isNumber: true },
              { label: t('keys.lastUse') },
              { label: t('jobs.actions'), isHidden: true },
            ]}
          >
            {keys.value.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                accountName={accounts.value.find(({ id }) => id === key.accountId)?.name ?? key.accountId}
                onRotate={(overlapSeconds) => run(() => client.keys.rotate(key.id, { overlapSeconds }))}
                onRevoke={() => run(async () => void (await client.keys.revoke(key.id)))}
              />
            ))}
          </DataTable>
        </section>
      )}
      <RotationList keys={keys.value ?? []} />
    </>
  );
}

function OwnKey(): JSX.Element {
  const key = account.value?.key;
  return (
    <>
      {key !== undefined && (
        <section class="card">
          <h2>{t('keys.own')}</h2>
          <dl class="fact-list">
            <div>
              <dt>{t('keys.name')}</dt>
              <dd dir="auto">{key.name}</dd>
            </div>
            <div>
              <dt>{t('keys.scopes')}</dt>
              <dd>{describeScopes(key.scopes)}</dd>
            </div>
            <div>
              <dt>{t('keys.spent')}</dt>
              <dd>
                {formatNumber(key.spent)}
                {key.budget !== null && <BudgetMeter spent={key.spent} budget={key.budget} />}
              </dd>
            </div>
          </dl>
        </section>
      )}
      <section class="card">
        <p>{t('keys.needsAdmin')}</p>
        <SecretForm label={t('session.adminToken')} submit={t('signIn.add')} kind="adminToken" />
      </section>
    </>
  );
}
