import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Field } from '../components/field.tsx';
import { ValueInput } from '../components/value-input.tsx';
import { t } from '../messages/translate-message.ts';

interface GrantFormProps {
  readonly onGrant: (amount: number, note: string) => Promise<void>;
}

/** Adds credits to an account, or removes some. */
export function GrantForm({ onGrant }: GrantFormProps): JSX.Element {
  const amount = useSignal<string | number>('');
  const note = useSignal('');
  const isInvalid = useSignal(false);
  const problemId = useId();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const value = Number(amount.value);
    isInvalid.value = !Number.isSafeInteger(value) || value === 0;
    if (isInvalid.value) return;
    await onGrant(value, note.value.trim());
    amount.value = '';
    note.value = '';
  };
  return (
    <form class="create-key" onSubmit={(event) => void submit(event)} noValidate>
      <div class="options">
        <Field label={t('usage.credits')}>
          {(id) => (
            <ValueInput
              id={id}
              type="number"
              isInteger
              value={Number.isNaN(amount.value) ? '' : amount.value}
              onChange={(value) => {
                amount.value = value;
              }}
            />
          )}
        </Field>
        <Field label={t('accounts.note')}>
          {(id) => (
            <ValueInput
              id={id}
              type="text"
              value={note.value}
              onChange={(value) => {
                note.value = String(value);
              }}
            />
          )}
        </Field>
      </div>
      <p class="hint">{t('accounts.grantHint')}</p>
      <p id={problemId} class="problem" role="alert">
        {isInvalid.value ? t('accounts.amountMissing') : ''}
      </p>
      <button type="submit" class="primary">
        {t('accounts.grantSubmit')}
      </button>
    </form>
  );
}
