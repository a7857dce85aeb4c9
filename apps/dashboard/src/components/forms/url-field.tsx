import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckedAttributes } from './checked-form.tsx';
import { Field } from './field.tsx';

interface UrlFieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  /** Of a form that shows problems; none by default. */
  readonly checked?: CheckedAttributes;
}

/** A labeled field for a web address. */
export function UrlField({ label, value, checked }: UrlFieldProps): JSX.Element {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="url"
          dir="ltr"
          placeholder="https://"
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
