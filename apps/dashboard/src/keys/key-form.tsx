import { useSignal } from '@preact/signals';
import type { Account, ApiKey, CreateKeyInput } from '@quern/sdk';
import type { JSX } from 'preact';
import { CheckList } from '../components/forms/check-list.tsx';
import { CheckedForm } from '../components/forms/checked-form.tsx';
import { Field } from '../components/forms/field.tsx';
import { NameField } from '../components/forms/name-field.tsx';
import { ValueField } from '../components/forms/value-field.tsx';
import { t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { operations } from '../operations/operations.ts';

/** The settings of a key; null for no limit. */
export interface KeySettings {
  readonly name: string;
  readonly scopes: NonNullable<CreateKeyInput['scopes']>;
  readonly budget: number | null;
  readonly ratePerMinute: number | null;
  readonly expiresAt: Date | null;
}

interface KeyFormProps {
  /** The key that is changed; undefined for a new one. */
  readonly apiKey?: ApiKey;
  /** The accounts that a new key can belong to. */
  readonly accounts: readonly Account[];
  readonly onSave: (settings: KeySettings, accountId: string) => Promise<void>;
}

/** Name, operations and limits of a key, and the account of a new one. */
export function KeyForm({ apiKey, accounts, onSave }: KeyFormProps): JSX.Element {
  const name = useSignal(apiKey?.name ?? '');
  const accountId = useSignal(apiKey?.accountId ?? '');
  const scopes = useSignal<readonly string[]>(apiKey?.scopes.filter((scope) => scope !== '*') ?? []);
  const budget = useSignal<string | number>(apiKey?.budget ?? '');
  const rate = useSignal<string | number>(apiKey?.ratePerMinute ?? '');
  const day = apiKey?.expiresAt == null ? '' : toLocalDay(apiKey.expiresAt);
  const expiresOn = useSignal<string | number>(day);
  const selected = accountId.value === '' ? accounts[0]?.id : accountId.value;
  const save = async (chosenName: string, account: string): Promise<void> => {
    const chosen = scopes.value.length === 0 ? ['*'] : scopes.value;
    const settings: KeySettings = {
      name: chosenName,
      // The operations of the registry are the scopes.
      scopes: chosen as KeySettings['scopes'],
      budget: toLimit(budget.value),
      ratePerMinute: toLimit(rate.value),
      expiresAt: toExpiry(expiresOn.value, day, apiKey),
    };
    await onSave(settings, account);
    if (apiKey === undefined) name.value = '';
  };
  const submit = (): Promise<void> | undefined => {
    const chosenName = name.value.trim();
    return chosenName === '' || selected === undefined ? undefined : save(chosenName, selected);
  };
  const unlimited = { min: 1, placeholder: t('keys.unlimited') };
  return (
    <CheckedForm
      submitLabel={t(apiKey === undefined ? 'keys.createSubmit' : 'app.save')}
      problem={t('keys.nameMissing')}
      onSubmit={submit}
    >
      {(checked) => (
        <>
          <NameField value={name} checked={checked} />
          {apiKey === undefined && (
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
          )}
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

const toLimit = (value: string | number): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Returns the day of a time in the time zone of the person: `2026-05-31`. */
function toLocalDay(ms: number): string {
  const time = new Date(ms);
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The start of the chosen day; a day that was not changed keeps its time. */
function toExpiry(chosen: string | number, before: string, apiKey: ApiKey | undefined): Date | null {
  if (chosen === '') return null;
  if (chosen === before && apiKey?.expiresAt != null) return new Date(apiKey.expiresAt);
  return new Date(`${chosen}T00:00:00`);
}
