import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { languageName } from '../../components/format.ts';
import { Field } from '../../components/forms/field.tsx';
import { optionLabel } from '../../messages/option-label.ts';
import { language, t } from '../../messages/translate-message.ts';
import { client } from '../../session/session.ts';
import type { OptionFieldProps } from './option-field.tsx';

/** Tags of the languages of the service, loaded once. */
const tags = signal<readonly string[]>([]);

/** A language, or its detection. */
export function LanguageField({ name, isRequired, value, onChange }: OptionFieldProps): JSX.Element {
  useEffect(() => {
    if (tags.value.length > 0) return;
    client.value?.languages().then(
      ({ data }) => {
        tags.value = data.languages.map((one) => one.language);
      },
      () => undefined,
    );
  }, []);
  const selected = typeof value === 'string' ? value : '';
  const all = new Set([...tags.value, ...(selected === '' ? [] : [selected])]);
  const named = [...all].map((tag) => [tag, languageName(tag)] as const);
  named.sort(([, a], [, b]) => a.localeCompare(b, language.value));
  return (
    <Field label={optionLabel(name)}>
      {(id) => (
        <select id={id} value={selected} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{isRequired ? t('option.choose') : t('option.automatic')}</option>
          {named.map(([tag, label]) => (
            <option key={tag} value={tag}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
