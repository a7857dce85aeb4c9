import { useSignal } from '@preact/signals';
import type { Account, QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { Drawer } from '../components/drawer.tsx';
import { formatNumber } from '../components/format.ts';
import { CheckedForm } from '../components/forms/checked-form.tsx';
import { NameField } from '../components/forms/name-field.tsx';
import { ValueField } from '../components/forms/value-field.tsx';
import { LoadedContent } from '../components/loaded-content.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { useLoaded } from '../components/use-loaded.ts';
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
      <Drawer title={t('accounts.create')} isOpen={isCreating}>
        <CreateAccountForm onCreate={create} />
      </Drawer>
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
  const create = async (chosen: string): Promise<void> => {
    await onCreate(chosen, Number(credits.value) || 0);
    name.value = '';
  };
  const submit = (): Promise<void> | undefined => {
    const chosen = name.value.trim();
    return chosen === '' ? undefined : create(chosen);
  };
  return (
    <CheckedForm submitLabel={t('keys.createSubmit')} problem={t('accounts.nameMissing')} onSubmit={submit}>
      {(checked) => (
        <>
          <NameField value={name} checked={checked} />
          <ValueField label={t('usage.credits')} type="number" value={credits} min={0} placeholder="0" />
        </>
      )}
    </CheckedForm>
  );
}
