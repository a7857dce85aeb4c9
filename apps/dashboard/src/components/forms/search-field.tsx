import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

interface SearchFieldProps {
  readonly label: string;
  readonly value: Signal<string>;
}

/** A field that filters a list, with its label in it. */
export function SearchField({ label, value }: SearchFieldProps): JSX.Element {
  return (
    <input
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={value.value}
      onInput={(event) => {
        value.value = event.currentTarget.value;
      }}
    />
  );
}
