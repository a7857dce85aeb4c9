import type { JSX } from 'preact';
import { Field } from '../../components/forms/field.tsx';
import { optionLabel } from '../../messages/option-label.ts';
import { t } from '../../messages/translate-message.ts';
import type { OptionFieldProps } from './option-field.tsx';

/** Names with values, such as headers: one `name: value` per line. */
export function PairsField({ name, value, onChange }: OptionFieldProps): JSX.Element {
  const pairs = Object.entries((value ?? {}) as Readonly<Record<string, unknown>>);
  return (
    <Field label={`${optionLabel(name)} (${t('option.pairs')})`}>
      {(id) => (
        <textarea
          id={id}
          rows={2}
          dir="ltr"
          value={pairs.map(([key, text]) => `${key}: ${String(text)}`).join('\n')}
          onChange={(event) => {
            const lines = event.currentTarget.value.split('\n').flatMap((line) => {
              const [, key, text] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
              return key === undefined || text === undefined ? [] : [[key, text] as const];
            });
            onChange(lines.length === 0 ? undefined : Object.fromEntries(lines));
          }}
        />
      )}
    </Field>
  );
}
