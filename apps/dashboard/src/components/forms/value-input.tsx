import type { JSX } from 'preact';

interface ValueInputProps {
  readonly type: 'text' | 'number' | 'password' | 'date';
  readonly id?: string;
  readonly label?: string;
  readonly title?: string;
  readonly placeholder?: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Whether a number has no fraction. */
  readonly isInteger?: boolean;
  readonly value: unknown;
  /** Called with the value, which is NaN for an empty number. */
  readonly onChange: (value: string | number) => void;
}

/** A field for one value. */
export function ValueInput(props: ValueInputProps): JSX.Element {
  const { type, id, label, title, placeholder, min, max, isInteger = false, value, onChange } = props;
  const shared = {
    ...(id === undefined ? {} : { id }),
    ...(label === undefined ? {} : { 'aria-label': label }),
    ...(title === undefined ? {} : { title }),
    ...(placeholder === undefined ? {} : { placeholder }),
    autocomplete: 'off',
    value: value === undefined ? '' : String(value),
  } as const;
  const onText = (event: { readonly currentTarget: HTMLInputElement }): void =>
    onChange(event.currentTarget.value);
  switch (type) {
    case 'number':
      return (
        <input
          {...shared}
          type="number"
          step={isInteger ? 1 : 'any'}
          {...(min === undefined ? {} : { min })}
          {...(max === undefined ? {} : { max })}
          onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      );
    case 'date':
      return <input {...shared} type="date" onInput={onText} />;
    case 'password':
      return <input {...shared} type="password" onInput={onText} />;
    case 'text':
      return <input {...shared} type="text" dir="auto" onInput={onText} />;
  }
}
