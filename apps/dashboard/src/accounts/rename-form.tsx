import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Drawer } from '../components/drawer.tsx';
import { CheckedForm } from '../components/forms/checked-form.tsx';
import { NameField } from '../components/forms/name-field.tsx';
import { t } from '../messages/translate-message.ts';

interface RenameFormProps {
  readonly name: string;
  readonly onRename: (name: string) => Promise<void>;
}

/** Another name for an account. */
export function RenameForm({ name, onRename }: RenameFormProps): JSX.Element {
  const value = useSignal(name);
  const isOpen = useSignal(false);
  const submit = (): Promise<void> | undefined => {
    const chosen = value.value.trim();
    return chosen === '' ? undefined : onRename(chosen);
  };
  return (
    <Drawer title={t('accounts.rename')} isOpen={isOpen}>
      <CheckedForm submitLabel={t('app.save')} problem={t('accounts.nameMissing')} onSubmit={submit}>
        {(checked) => <NameField value={value} checked={checked} />}
      </CheckedForm>
    </Drawer>
  );
}
