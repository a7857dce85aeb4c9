import type { JSX } from 'preact';
import { Field } from '../../components/forms/field.tsx';
import { ValueInput } from '../../components/forms/value-input.tsx';
import { optionLabel, valueLabel } from '../../messages/option-label.ts';
import { findMessage, t } from '../../messages/translate-message.ts';
import type { FieldSchema } from '../../operations/operations.ts';
import { LanguageField } from './language-field.tsx';
import { ListField } from './list-field.tsx';
import { ObjectRows } from './object-rows.tsx';
import { PairsField } from './pairs-field.tsx';

/** An option of an operation. */
export interface OptionFieldProps {
  readonly name: string;
  readonly schema: FieldSchema;
  /** Description of the registry, in English; shown for options that the dashboard does not know. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The control of an option, chosen by its schema. */
export function OptionField(props: OptionFieldProps): JSX.Element {
  const { name, schema, value, onChange } = props;
  if (/language$/i.test(name)) return <LanguageField {...props} />;
  if (schema.enum !== undefined) return <ChoiceField {...props} />;
  if (schema.type === 'boolean') {
    return (
      <label class="check" title={hint(props)}>
        <input
          type="checkbox"
          checked={(value ?? schema.default) === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {optionLabel(name)}
      </label>
    );
  }
  if (schema.type === 'array') return <ArrayField {...props} />;
  if (schema.type === 'object') {
    return schema.properties === undefined ? <PairsField {...props} /> : <GroupField {...props} />;
  }
  return (
    <Field label={optionLabel(name)}>
      {(id) => (
        <ValueInput
          id={id}
          type={inputType(schema)}
          isInteger={schema.type === 'integer'}
          {...range(schema)}
          title={hint(props)}
          placeholder={schema.default === undefined ? '' : String(schema.default)}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

function inputType({ type, format }: FieldSchema): 'text' | 'number' | 'password' | 'date' {
  if (type === 'integer' || type === 'number') return 'number';
  return format === 'password' || format === 'date' ? format : 'text';
}

const hint = ({ name, description }: OptionFieldProps): string =>
  findMessage(`field.${name}`) === undefined ? description : '';

/** JSON Schema gives integers without a maximum the largest safe integer. */
function range({ minimum, maximum }: FieldSchema): { min?: number; max?: number } {
  return {
    ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? {} : { min: minimum }),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? {} : { max: maximum }),
  };
}

function ChoiceField({ name, schema, isRequired, value, onChange }: OptionFieldProps): JSX.Element {
  const hasDefault = schema.default !== undefined;
  return (
    <Field label={optionLabel(name)}>
      {(id) => (
        <select
          id={id}
          value={String(value ?? schema.default ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {!isRequired && !hasDefault && <option value="">{t('option.none')}</option>}
          {schema.enum?.map((choice) => (
            <option key={choice} value={choice}>
              {valueLabel(String(choice))}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function ArrayField(props: OptionFieldProps): JSX.Element {
  const { name, schema, value, onChange } = props;
  const choices = schema.items?.enum;
  const variants = schema.items?.anyOf ?? schema.items?.oneOf ?? [schema.items ?? {}];
  if (choices === undefined) {
    return variants.some(({ type }) => type === 'string') ? (
      <ListField {...props} />
    ) : (
      <ObjectRows {...props} />
    );
  }
  const selected = (Array.isArray(value) ? value : (schema.default ?? [])) as readonly (string | number)[];
  const isLong = choices.length > 8;
  const boxes = choices.map((choice) => (
    <label key={choice} class="check">
      <input
        type="checkbox"
        checked={selected.includes(choice)}
        onChange={(event) => {
          const isChosen = event.currentTarget.checked;
          onChange(choices.filter((one) => (one === choice ? isChosen : selected.includes(one))));
        }}
      />
      {valueLabel(String(choice))}
    </label>
  ));
  if (!isLong) {
    return (
      <fieldset class="wide">
        <legend>{optionLabel(name)}</legend>
        <div class="checks">{boxes}</div>
      </fieldset>
    );
  }
  return (
    <details class="wide">
      <summary>
        {optionLabel(name)}:{' '}
        {selected.length === 0 ? t('option.all') : selected.map((one) => valueLabel(String(one))).join(', ')}
      </summary>
      <div class="checks">{boxes}</div>
    </details>
  );
}

/** Options in an object, such as those of the pages of a crawl. */
function GroupField({ name, schema, value, onChange }: OptionFieldProps): JSX.Element {
  const values = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    <details class="wide group">
      <summary>{optionLabel(name)}</summary>
      <div class="options">
        {Object.entries(schema.properties ?? {}).map(([field, fieldSchema]) => (
          <OptionField
            key={field}
            name={field}
            schema={fieldSchema}
            description={fieldSchema.description ?? ''}
            isRequired={false}
            value={values[field]}
            onChange={(changed) => {
              const { [field]: _previous, ...others } = values;
              const isDefault = changed === '' || changed === fieldSchema.default || Number.isNaN(changed);
              const next = isDefault ? others : { ...others, [field]: changed };
              onChange(Object.keys(next).length === 0 ? undefined : next);
            }}
          />
        ))}
      </div>
    </details>
  );
}
