import { useSignal } from '@preact/signals';
import type { Account, CreateKeyInput } from '@quern/sdk';
import type { JSX } from 'preact';
import { CheckList } from '../components/forms/check-list.tsx';
import { CheckedForm } from '../components/forms/checked-form.tsx';
import { Field } from '../components/forms/field.tsx';
import { NameField } from '../components/forms/name-field.tsx';
import { ValueField } from '../components/forms/value-field.tsx';
import { t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { operations } from '../operations/operations.ts';

interface CreateKeyFormProps {
  readonly accounts: readonly Account[];
  readonly onCreate: (input: CreateKeyInput) => Promise<void>;
}

/** Name, account, operations and limits of a new key. */
export function CreateKeyForm({ accounts, onCreate }: CreateKeyFormProps): JSX.Element {
  const name = useSignal('');
  const accountId = useSignal('');
  const scopes = useSignal<readonly string[]>([]);
  const budget = useSignal<string | number>('');
  const rate = useSignal<string | number>('');
  const expiresOn = useSignal<string | number>('');
  const selected = accountId.value === '' ? accounts[0]?.id : accountId.value;
  const create = async (chosenName: string, account: string): Promise<void> => {
    const chosen = scopes.value.length === 0 ? ['*'] : scopes.value;
    await onCreate({
      accountId: account,
      name: chosenName,
      // The operations of the registry are the scopes.
      scopes: chosen as NonNullable<CreateKeyInput['scopes']>,
      ...(toNumber(budget.value) === undefined ? {} : { budget: toNumber(budget.value) }),
      ...(toNumber(rate.value) === undefined ? {} : { ratePerMinute: toNumber(rate.value) }),
      ...(expiresOn.value === '' ? {} : { expiresAt: new Date(`${expiresOn.value}T00:00:00`) }),
    });
    name.value = '';
  };
  const submit = (): Promise<void> | undefined => {
    const chosenName = name.value.trim();
    return chosenName === '' || selected === undefined ? undefined : create(chosenName, selected);
  };
  const unlimited = { min: 1, placeholder: t('keys.unlimited') };
  return (
    <CheckedForm submitLabel={t('keys.createSubmit')} problem={t('keys.nameMissing')} onSubmit={submit}>
      {(checked) => (
        <>
          <NameField value={name} checked={checked} />
          <Field label={t('keys.account')}>
            {(id) => (
              <select
                id={id}
                value={selected ?? ''}
                onChange={(event) => {
                  accountId.value = event.currentTarget.value;
                }}
              >
                {accounts.map((account) => (
                  <option key={account.id} value={account.id}>
                    {account.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <ValueField label={t('keys.budget')} type="number" value={budget} {...unlimited} />
          <ValueField label={t('keys.rate')} type="number" value={rate} {...unlimited} />
          <ValueField label={t('keys.expires')} type="date" value={expiresOn} {...unlimited} />
          <CheckList
            legend={t('keys.scopesHint')}
            choices={(operations.value ?? []).map((one) => ({
              name: one.name,
              label: operationTitle(one.name),
            }))}
            checked={scopes}
          />
        </>
      )}
    </CheckedForm>
  );
}

const toNumber = (value: string | number): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
