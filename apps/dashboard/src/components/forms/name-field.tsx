import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { t } from '../../messages/translate-message.ts';
import type { CheckedAttributes } from './checked-form.tsx';
import { Field } from './field.tsx';

interface NameFieldProps {
  readonly value: Signal<string>;
  readonly checked: CheckedAttributes;
}

/** The name of something new. */
export function NameField({ value, checked }: NameFieldProps): JSX.Element {
  return (
    <Field label={t('keys.name')}>
      {(id) => (
        <input
          id={id}
          type="text"
          dir="auto"
          autocomplete="off"
          value={value.value}
          {...checked}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}
