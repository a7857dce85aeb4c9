import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CheckedForm } from '../components/forms/checked-form.tsx';
import { ValueField } from '../components/forms/value-field.tsx';
import { t } from '../messages/translate-message.ts';

interface GrantFormProps {
  readonly onGrant: (amount: number, note: string) => Promise<void>;
}

/** Adds credits to an account, or removes some. */
export function GrantForm({ onGrant }: GrantFormProps): JSX.Element {
  const amount = useSignal<string | number>('');
  const note = useSignal<string | number>('');
  const grant = async (value: number): Promise<void> => {
    await onGrant(value, String(note.value).trim());
    amount.value = '';
    note.value = '';
  };
  const submit = (): Promise<void> | undefined => {
    const value = Number(amount.value);
    return Number.isSafeInteger(value) && value !== 0 ? grant(value) : undefined;
  };
  return (
    <CheckedForm
      submitLabel={t('accounts.grantSubmit')}
      problem={t('accounts.amountMissing')}
      hint={t('accounts.grantHint')}
      onSubmit={submit}
    >
      {() => (
        <>
          <ValueField label={t('usage.credits')} type="number" value={amount} />
          <ValueField label={t('accounts.note')} type="text" value={note} />
        </>
      )}
    </CheckedForm>
  );
}
