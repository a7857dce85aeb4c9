import { type Signal, useSignal } from '@preact/signals';
import type { Account, CreateKeyInput } from '@quern/sdk';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { CheckList } from '../components/check-list.tsx';
import { Field } from '../components/field.tsx';
import { ValueInput } from '../components/value-input.tsx';
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
  const isInvalid = useSignal(false);
  const problemId = useId();
  const selected = accountId.value === '' ? accounts[0]?.id : accountId.value;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isInvalid.value = name.value.trim() === '' || selected === undefined;
    if (isInvalid.value || selected === undefined) return;
    const chosen = scopes.value.length === 0 ? ['*'] : scopes.value;
    await onCreate({
      accountId: selected,
      name: name.value.trim(),
      // The operations of the registry are the scopes.
      scopes: chosen as NonNullable<CreateKeyInput['scopes']>,
      ...(toNumber(budget.value) === undefined ? {} : { budget: toNumber(budget.value) }),
      ...(toNumber(rate.value) === undefined ? {} : { ratePerMinute: toNumber(rate.value) }),
      ...(expiresOn.value === '' ? {} : { expiresAt: new Date(`${expiresOn.value}T00:00:00`) }),
    });
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
        <Limit label={t('keys.budget')} type="number" value={budget} />
        <Limit label={t('keys.rate')} type="number" value={rate} />
        <Limit label={t('keys.expires')} type="date" value={expiresOn} />
        <CheckList
          legend={t('keys.scopesHint')}
          choices={(operations.value ?? []).map((one) => ({
            name: one.name,
            label: operationTitle(one.name),
          }))}
          checked={scopes}
        />
      </div>
      <p id={problemId} class="problem" role="alert">
        {isInvalid.value ? t('keys.nameMissing') : ''}
      </p>
      <button type="submit" class="primary">
        {t('keys.createSubmit')}
      </button>
    </form>
  );
}

const toNumber = (value: string | number): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

interface LimitProps {
  readonly label: string;
  readonly type: 'number' | 'date';
  readonly value: Signal<string | number>;
}

function Limit({ label, type, value }: LimitProps): JSX.Element {
  return (
    <Field label={label}>
      {(id) => (
        <ValueInput
          id={id}
          type={type}
          isInteger
          min={1}
          placeholder={t('keys.unlimited')}
          value={Number.isNaN(value.value) ? '' : value.value}
          onChange={(changed) => {
            value.value = changed;
          }}
        />
      )}
    </Field>
  );
}
