import type { Operation } from '../../operations/define-operation.ts';
import type { InputField } from '../../operations/input-fields.ts';
import { escapeHtml, renderInline } from './escape-html.ts';

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
  return `<form data-operation="${escapeHtml(name)}" data-json="${consumes.includes('application/json')}">
    ${inputs.join('\n')}
    <label class="inline"><input type="checkbox" data-option="dryRun"> dry run: return the price only</label>
    <button>Send</button><output></output></form>`;
}

/** Renders the parameters of an operation as a table. */
export function renderParameters({ inputFields }: Operation): string {
  const rows = inputFields.map(({ name, upload, type, isRequired, schema, description }) => {
    // The default of an object are the defaults of its fields.
    const value =
      schema['default'] === undefined || (type === 'other' && schema['type'] === 'object')
        ? ''
        : ` Default: <code>${escapeHtml(String(schema['default']))}</code>.`;
    const kind =
      upload === undefined ? (type === 'other' ? String(schema['type'] ?? 'value') : type) : 'file';
    return `<tr><td><code>${escapeHtml(upload?.part ?? name)}</code></td><td>${escapeHtml(kind)}${isRequired ? ', required' : ''}</td><td>${renderInline(description)}.${value}</td></tr>`;
  });
  return `<table><tr><th>parameter</th><th>type</th><th>description</th></tr>${rows.join('')}</table>`;
}

function renderInput(field: InputField, example: unknown, isPrimary: boolean): string {
  const { name, type, schema, upload, isRequired } = field;
  if (upload !== undefined) {
    const part = escapeHtml(upload.part);
    return `<label>${part} <input type="file" name="${part}" data-type="file"></label>`;
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
    case 'other': {
      const json = example === undefined ? '' : escapeHtml(JSON.stringify(example));
      return `<label>${label} (JSON) <textarea name="${label}" data-type="json" rows="3"${attributes}>${json}</textarea></label>`;
    }
    case 'string':
      if (Array.isArray(schema['enum']))
        return renderSelect(label, schema['enum'].map(String), value, isRequired);
      return isPrimary && value.length > inputLengthMax
        ? `<label>${label} <textarea name="${label}" data-type="string" rows="6"${attributes}>${value}</textarea></label>`
        : `<label>${label} <input name="${label}" data-type="string" value="${value}"${attributes}></label>`;
  }
}

/** Examples longer than this are shown in a text area. */
const inputLengthMax = 50;

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
