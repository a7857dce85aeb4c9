import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { Field } from './field.tsx';
import { ValueInput } from './value-input.tsx';

interface ValueFieldProps {
  readonly label: string;
  readonly type: 'text' | 'number' | 'date';
  /** NaN for a number that is empty. */
  readonly value: Signal<string | number>;
  readonly min?: number;
  readonly placeholder?: string;
}

/** A labeled field for a text, a date or a whole number. */
export function ValueField({ label, type, value, min, placeholder }: ValueFieldProps): JSX.Element {
  return (
    <Field label={label}>
      {(id) => (
        <ValueInput
          id={id}
          type={type}
          isInteger
          min={min}
          {...(placeholder === undefined ? {} : { placeholder })}
          value={Number.isNaN(value.value) ? '' : value.value}
          onChange={(changed) => {
            value.value = changed;
          }}
        />
      )}
    </Field>
  );
}
