import type { JSX } from 'preact';
import { ValueInput } from '../../components/forms/value-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { optionLabel, valueLabel } from '../../messages/option-label.ts';
import { t } from '../../messages/translate-message.ts';
import type { FieldSchema } from '../../operations/operations.ts';
import type { OptionFieldProps } from './option-field.tsx';

type Row = Readonly<Record<string, unknown>>;

/** A list of objects, such as the terms of a glossary or the actions on a page: a row of controls for each. */
export function ObjectRows({ name, schema, value, onChange }: OptionFieldProps): JSX.Element {
  const variants = schema.items?.anyOf ?? schema.items?.oneOf ?? [schema.items ?? {}];
  const rows = (Array.isArray(value) ? value : []) as readonly Row[];
  const replace = (at: number, row: Row | undefined): void =>
    onChange(rows.flatMap((other, index) => (index !== at ? [other] : row === undefined ? [] : [row])));
  return (
    <fieldset class="wide">
      <legend>{optionLabel(name)}</legend>
      <div class="rows">
        {rows.map((row, index) => (
          <div key={index} class="row">
            <RowFields variants={variants} row={row} onChange={(changed) => replace(index, changed)} />
            <button
              type="button"
              class="plain"
              aria-label={t('option.remove')}
              onClick={() => replace(index, undefined)}
            >
              <Icon name="close" />
            </button>
          </div>
        ))}
        <button type="button" onClick={() => onChange([...rows, emptyRow(variants[0] ?? {})])}>
          {t('option.add')}
        </button>
      </div>
    </fieldset>
  );
}

interface RowFieldsProps {
  readonly variants: readonly FieldSchema[];
  readonly row: Row;
  readonly onChange: (row: Row) => void;
}

const kindOf = ({ properties }: FieldSchema): unknown => properties?.['type']?.const;

/** Kinds differ in their constant `type`. */
function RowFields({ variants, row, onChange }: RowFieldsProps): JSX.Element {
  const variant = variants.find((one) => kindOf(one) === row['type']) ?? variants[0] ?? {};
  const fields = Object.entries(variant.properties ?? {}).filter(
    ([, { const: constant }]) => constant === undefined,
  );
  return (
    <>
      {variants.length > 1 && (
        <select
          aria-label={t('option.kind')}
          value={String(row['type'])}
          onChange={(event) => {
            const kind = event.currentTarget.value;
            onChange(emptyRow(variants.find((one) => kindOf(one) === kind) ?? {}));
          }}
        >
          {variants.map((one) => (
            <option key={String(kindOf(one))} value={String(kindOf(one))}>
              {valueLabel(String(kindOf(one)))}
            </option>
          ))}
        </select>
      )}
      {fields.map(([field, schema]) => (
        <RowInput
          key={field}
          label={optionLabel(field)}
          schema={schema}
          value={row[field]}
          onChange={(changed) => {
            const { [field]: _previous, ...others } = row;
            onChange(changed === undefined ? others : { ...others, [field]: changed });
          }}
        />
      ))}
    </>
  );
}

interface RowInputProps {
  readonly label: string;
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function RowInput({ label, schema, value, onChange }: RowInputProps): JSX.Element {
  if (schema.type === 'boolean') {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked || undefined)}
        />
        {label}
      </label>
    );
  }
  if (schema.enum !== undefined) {
    return (
      <select
        aria-label={label}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{label}</option>
        {schema.enum.map((choice) => (
          <option key={choice} value={choice}>
            {valueLabel(String(choice))}
          </option>
        ))}
      </select>
    );
  }
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return (
    <ValueInput
      type={isNumber ? 'number' : 'text'}
      isInteger={schema.type === 'integer'}
      label={label}
      placeholder={label}
      value={value}
      onChange={(changed) => onChange(changed === '' || Number.isNaN(changed) ? undefined : changed)}
    />
  );
}

function emptyRow({ properties = {}, required = [] }: FieldSchema): Row {
  const entries = Object.entries(properties).flatMap(([field, schema]) =>
    schema.const !== undefined
      ? [[field, schema.const]]
      : required.includes(field) && schema.type === 'string'
        ? [[field, '']]
        : [],
  );
  return Object.fromEntries(entries) as Row;
}
