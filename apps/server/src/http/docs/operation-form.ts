import type { Operation } from '../../operations/define-operation.ts';
import type { InputField } from '../../operations/input-fields.ts';
import { escapeHtml } from './escape-html.ts';
import { readSchema } from './read-schema.ts';

/** Renders the form that calls an operation: an input for each field, filled with the first example. */
export function renderOperationForm({
  name,
  consumes,
  inputFields,
  primaryInput,
  examples,
}: Operation): string {
  const example = examples[0]?.input ?? {};
  const inputs = inputFields.map((field) =>
    renderInput(field, example[field.name], field.name === primaryInput),
  );
  return `<details><summary>Try it</summary><form data-operation="${escapeHtml(name)}" data-json="${consumes.includes('application/json')}">
    ${inputs.join('\n')}
    <label class="inline"><input type="checkbox" data-option="dryRun"> dry run: return the price only</label>
    <div class="buttons"><button type="submit">Send</button>${['cancel', 'copy', 'save'].map(renderButton).join('')}</div>
    <output></output></form><pre class="json" tabindex="0" role="group" aria-label="Response of ${escapeHtml(name)}" hidden></pre></details>`;
}

const renderButton = (name: string): string =>
  `<button type="button" data-button="${name}" hidden>${name[0]?.toUpperCase()}${name.slice(1)}</button>`;

function renderInput(field: InputField, example: unknown, isPrimary: boolean): string {
  const { name, type, schema, upload, isRequired } = field;
  if (upload !== undefined) {
    const part = escapeHtml(upload.part);
    const several = upload.isSingle === true ? '' : ' multiple';
    return `<label>${part} <input type="file" name="${part}" data-type="file"${several}></label>`;
  }
  const label = escapeHtml(name);
  // A selected file replaces the primary input.
  const attributes = `${isRequired ? ' required' : ''}${isPrimary ? ' data-primary' : ''}`;
  const value = example === undefined ? '' : escapeHtml(String(example));
  switch (type) {
    case 'boolean': {
      const checked = (example ?? schema['default']) === true ? ' checked' : '';
      return `<label class="inline"><input type="checkbox" name="${label}" data-type="boolean"${checked}> ${label}</label>`;
    }
    case 'integer':
    case 'number':
      return `<label>${label} <input type="number" step="${type === 'integer' ? '1' : 'any'}" name="${label}" data-type="number" value="${value}"${numberRange(schema)}${attributes}></label>`;
    case 'other':
      return field.isTextList
        ? renderList(field, example, attributes)
        : renderJson(label, example, attributes);
    case 'string':
      if (Array.isArray(schema['enum']))
        return renderSelect(label, schema['enum'].map(String), value, isRequired);
      return isPrimary && schema['format'] !== 'uri'
        ? `<label>${label} <textarea name="${label}" data-type="string" rows="6"${attributes}>${value}</textarea></label>`
        : `<label>${label} <input name="${label}" data-type="string" value="${value}"${attributes}></label>`;
  }
}

/** Check boxes for a list of known values; a text area with an item on each line for any other. */
function renderList({ name, schema }: InputField, example: unknown, attributes: string): string {
  const label = escapeHtml(name);
  const items = Array.isArray(example) ? example.map(String) : [];
  const values = readSchema(readSchema(schema).items ?? {}).enum;
  if (values === undefined) {
    return `<label>${label} (one per line) <textarea name="${label}" data-type="lines" rows="3"${attributes}>${escapeHtml(items.join('\n'))}</textarea></label>`;
  }
  const boxes = values.map(String).map((value) => {
    const checked = items.includes(value) ? ' checked' : '';
    return `<label class="inline"><input type="checkbox" value="${escapeHtml(value)}"${checked}> ${escapeHtml(value)}</label>`;
  });
  return `<fieldset data-type="choices" name="${label}"><legend>${label}</legend>${boxes.join('')}</fieldset>`;
}

function renderJson(label: string, example: unknown, attributes: string): string {
  const json = example === undefined ? '' : escapeHtml(JSON.stringify(example, null, 2));
  return `<label>${label} (JSON) <textarea name="${label}" data-type="json" rows="3"${attributes}>${json}</textarea></label>`;
}

function renderSelect(
  label: string,
  values: readonly string[],
  selected: string,
  isRequired: boolean,
): string {
  const options = (isRequired ? values : ['', ...values]).map(
    (value) => `<option${value === selected ? ' selected' : ''}>${escapeHtml(value)}</option>`,
  );
  return `<label>${label} <select name="${label}" data-type="string">${options.join('')}</select></label>`;
}

/** The range of a number input; JSON Schema gives integers without a maximum the largest safe integer. */
function numberRange(schema: InputField['schema']): string {
  const { minimum, maximum } = schema;
  const min = typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? ` min="${minimum}"` : '';
  const max = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? ` max="${maximum}"` : '';
  return `${min}${max}`;
}
