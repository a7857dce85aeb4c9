import type { JSX } from 'preact';
import { Field } from '../../components/forms/field.tsx';
import { optionLabel } from '../../messages/option-label.ts';
import { t } from '../../messages/translate-message.ts';
import type { OptionFieldProps } from './option-field.tsx';

/** A list of texts, one per line. */
export function ListField({ name, value, onChange }: OptionFieldProps): JSX.Element {
  const items = Array.isArray(value)
    ? value.map((item) => (typeof item === 'string' ? item : String(item?.text ?? '')))
    : [];
  return (
    <Field label={`${optionLabel(name)} (${t('option.perLine')})`}>
      {(id) => (
        <textarea
          id={id}
          rows={2}
          dir="auto"
          value={items.join('\n')}
          onChange={(event) => {
            const lines = event.currentTarget.value.split('\n').map((line) => line.trim());
            onChange(lines.filter((line) => line !== ''));
          }}
        />
      )}
    </Field>
  );
}
