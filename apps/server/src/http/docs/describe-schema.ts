import type { JsonSchema } from '../../operations/to-json-schema.ts';
import { escapeHtml, renderInline } from './escape-html.ts';
import { objectSchema, readSchema, type Schema } from './read-schema.ts';

const format = (value: number): string => value.toLocaleString('en-US');

/** Returns the type of a value in words, such as `list of strings`. */
export function nameType(schema: JsonSchema): string {
  const { type, items, anyOf, const: constant } = readSchema(schema);
  if (anyOf !== undefined) return [...new Set(anyOf.map(nameType))].join(' or ');
  if (type === 'array') return items === undefined ? 'list' : `list of ${nameTypes(items)}`;
  return type ?? (constant === undefined ? 'value' : typeof constant);
}

const nameTypes = (items: JsonSchema): string =>
  nameType(items)
    .split(' or ')
    .map((name) => name.replace(/^(\w+)/, '$1s'))
    .join(' or ');

/** Renders what a value may be: its default, the allowed values, the range or the length, and the fields of objects. */
export function renderValues(schema: JsonSchema): string {
  const parsed = readSchema(schema);
  return [...listLimits(parsed).map((limit) => ` ${limit}.`), renderFields(schema)].join('');
}

function listLimits(schema: Schema): string[] {
  const { items, type } = schema;
  const { const: constant } = schema;
  const fixed = constant === undefined ? undefined : [constant];
  const values = schema.enum ?? fixed ?? (items === undefined ? undefined : readSchema(items).enum);
  const limits = [
    ...(values === undefined ? [] : [`Values: ${values.map(renderValue).join(', ')}`]),
    ...listRange(schema.minimum, schema.maximum),
    ...listCount(schema.minLength, schema.maxLength, 'characters'),
    ...listCount(schema.minItems, schema.maxItems, 'items'),
    // The default of an object are the defaults of its fields.
    ...(schema.default === undefined || type === 'object' ? [] : [`Default: ${renderValue(schema.default)}`]),
  ];
  return limits;
}

/** A JSON Schema of an integer without a maximum has the largest safe one. */
function listRange(minimum: number | undefined, maximum: number | undefined): string[] {
  const hasMinimum = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const hasMaximum = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (hasMinimum && hasMaximum) return [`${format(minimum)} to ${format(maximum)}`];
  if (hasMinimum) return [`At least ${format(minimum)}`];
  return hasMaximum ? [`At most ${format(maximum)}`] : [];
}

/** The least count is shown where it is more than one, which goes without saying. */
function listCount(minimum = 0, maximum: number | undefined, unit: string): string[] {
  if (maximum === undefined) return minimum > 1 ? [`At least ${format(minimum)} ${unit}`] : [];
  return [
    minimum > 1 ? `${format(minimum)} to ${format(maximum)} ${unit}` : `At most ${format(maximum)} ${unit}`,
  ];
}

const renderValue = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

/** Renders the fields of the objects that a value is or consists of; empty if there are none. */
function renderFields(schema: JsonSchema): string {
  const { items, anyOf } = readSchema(schema);
  if (items !== undefined) return renderFields(items);
  if (anyOf !== undefined) return anyOf.map(renderFields).join('');
  const { properties, required } = objectSchema.parse(schema);
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description, const: constant } = readSchema(property);
    const type = constant === undefined ? nameType(property) : renderValue(constant);
    const need = required.includes(name) ? ', required' : '';
    const text = description === '' ? '' : `: ${renderInline(description)}`;
    return `<li><code>${escapeHtml(name)}</code> (${type}${need})${text}.${constant === undefined ? renderValues(property) : ''}</li>`;
  });
  return rows.length === 0 ? '' : `<ul>${rows.join('')}</ul>`;
}
