import { useSignal } from '@preact/signals';
import type { Account, QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { DataTable } from '../components/data-table.tsx';
import { Field } from '../components/field.tsx';
import { formatNumber } from '../components/format.ts';
import { LoadedContent } from '../components/loaded-content.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { ValueInput } from '../components/value-input.tsx';
import { t } from '../messages/translate-message.ts';
import { toHash } from '../navigation/route.ts';

/** Accounts are read in one request; a service with more has the command line. */
const accountsMax = 1000;

/** All accounts, and a form for another one. */
export function AccountList({ client }: { readonly client: QuernAdmin }): JSX.Element {
  const isCreating = useSignal(false);
  const loaded = useLoaded((signal) => client.accounts.list({ limit: accountsMax }, { signal }), [client]);
  const create = (name: string, credits: number): Promise<void> =>
    loaded.change(async () => {
      await client.accounts.create({ name, credits });
      isCreating.value = false;
    });
  return (
    <div class="stack">
      <details
        class="card drawer"
        open={isCreating.value}
        onToggle={(event) => {
          isCreating.value = event.currentTarget.open;
        }}
      >
        <summary>
          <h2>{t('accounts.create')}</h2>
        </summary>
        <CreateAccountForm onCreate={create} />
      </details>
      <LoadedContent loaded={loaded}>
        {(accounts) => (
          <section class="card">
            <DataTable
              columns={[
                { label: t('keys.name') },
                { label: t('accounts.available'), isNumber: true },
                { label: t('accounts.held'), isNumber: true },
                { label: t('webhooks.createdAt') },
              ]}
            >
              {accounts
                .toSorted((a, b) => b.createdAt - a.createdAt)
                .map((account) => (
                  <AccountRow key={account.id} account={account} />
                ))}
            </DataTable>
          </section>
        )}
      </LoadedContent>
    </div>
  );
}

function AccountRow({ account }: { readonly account: Account }): JSX.Element {
  const { id, name, available, held, disabledAt, createdAt } = account;
  return (
    <tr>
      <td>
        <a href={toHash({ view: 'accounts', detail: id })} dir="auto">
          {name}
        </a>{' '}
        {disabledAt !== null && <span class="badge bad">{t('accounts.disabled')}</span>}
      </td>
      <td class="number">{formatNumber(available)}</td>
      <td class="number">{formatNumber(held)}</td>
      <td>
        <RelativeTime ms={createdAt} nowMs={Date.now()} />
      </td>
    </tr>
  );
}

interface CreateAccountFormProps {
  readonly onCreate: (name: string, credits: number) => Promise<void>;
}

function CreateAccountForm({ onCreate }: CreateAccountFormProps): JSX.Element {
  const name = useSignal('');
  const credits = useSignal<string | number>('');
  const isInvalid = useSignal(false);
  const problemId = useId();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isInvalid.value = name.value.trim() === '';
    if (isInvalid.value) return;
    await onCreate(name.value.trim(), Number(credits.value) || 0);
    name.value = '';
  };
  return (
    <form class="create-key" onSubmit={(event) => void submit(event)} noValidate>
      <div class="options">
        <Field label={t('keys.name')}>
          {(id) => (
            <input
              id={id}
              type="text"
              dir="auto"
              autocomplete="off"
              value={name.value}
              aria-invalid={isInvalid.value}
              aria-describedby={problemId}
              onInput={(event) => {
                name.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Field label={t('usage.credits')}>
          {(id) => (
            <ValueInput
              id={id}
              type="number"
              isInteger
              min={0}
              placeholder="0"
              value={Number.isNaN(credits.value) ? '' : credits.value}
              onChange={(value) => {
                credits.value = value;
              }}
            />
          )}
        </Field>
      </div>
      <p id={problemId} class="problem" role="alert">
        {isInvalid.value ? t('accounts.nameMissing') : ''}
      </p>
      <button type="submit" class="primary">
        {t('keys.createSubmit')}
      </button>
    </form>
  );
}
