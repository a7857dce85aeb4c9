import { useSignal } from '@preact/signals';
import type { IssuedApiKey, QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { Drawer } from '../components/drawer.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { formatNumber } from '../components/format.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import { account } from '../session/account.ts';
import { admin } from '../session/session.ts';
import { SecretForm } from '../session/sign-in.tsx';
import { BudgetMeter } from './budget-meter.tsx';
import { describeScopes } from './describe-scopes.ts';
import { IssuedKey } from './issued-key.tsx';
import { KeyForm } from './key-form.tsx';
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
  const issued = useSignal<IssuedApiKey | undefined>(undefined);
  const isCreating = useSignal(false);
  const loaded = useLoaded(
    async (signal) => {
      const [accounts, keys] = await Promise.all([
        client.accounts.list({ limit: keysMax }, { signal }),
        client.keys.list({ limit: keysMax }, { signal }),
      ]);
      return { accounts, keys: keys.toSorted((a, b) => b.createdAt - a.createdAt) };
    },
    [client],
  );
  const run = (change: () => Promise<IssuedApiKey | undefined>): Promise<void> =>
    loaded.change(async () => {
      issued.value = await change();
      isCreating.value = false;
    });
  const { problem } = loaded;
  const { accounts = [], keys } = loaded.value ?? {};
  return (
    <>
      {problem !== undefined && <ErrorNotice error={problem} onRetry={loaded.reload} />}
      {issued.value !== undefined && (
        <IssuedKey
          issued={issued.value}
          onClose={() => {
            issued.value = undefined;
          }}
        />
      )}
      <Drawer title={t('keys.create')} isOpen={isCreating}>
        <KeyForm
          accounts={accounts}
          onSave={({ budget, ratePerMinute, expiresAt, ...settings }, accountId) =>
            run(() =>
              client.keys.create({
                ...settings,
                accountId,
                budget: budget ?? undefined,
                ratePerMinute: ratePerMinute ?? undefined,
                expiresAt: expiresAt ?? undefined,
              }),
            )
          }
        />
      </Drawer>
      {keys === undefined && problem === undefined && <p class="hint">{t('app.loading')}</p>}
      {keys?.length === 0 && <p class="card empty">{t('keys.empty')}</p>}
      {keys !== undefined && keys.length > 0 && (
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
            {keys.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                accountName={accounts.find(({ id }) => id === key.accountId)?.name ?? key.accountId}
                onSave={(settings) => run(async () => void (await client.keys.update(key.id, settings)))}
                onRotate={(overlapSeconds) => run(() => client.keys.rotate(key.id, { overlapSeconds }))}
                onRevoke={() => run(async () => void (await client.keys.revoke(key.id)))}
              />
            ))}
          </DataTable>
        </section>
      )}
      <RotationList keys={keys ?? []} />
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
