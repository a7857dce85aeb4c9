import type { OperationField } from '../../operations/operations.ts';

/**
 * Whether a value may be part of a URL: choices, numbers and languages. Texts may be content or secrets, so they are never
 * in a URL.
 */
function isPublic({ name, schema }: OperationField): boolean {
  if (schema.format === 'password') return false;
  const { type, items } = schema;
  if (type === 'boolean' || type === 'integer' || type === 'number') return true;
  return schema.enum !== undefined || items?.enum !== undefined || /language$/i.test(name);
}

/** Returns the options as parameters of the URL. */
export function optionsToQuery(
  fields: readonly OperationField[],
  options: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const entries = fields
    .filter((field) => isPublic(field) && options[field.name] !== undefined)
    .map(({ name }) => [name, String(options[name])]);
  return Object.fromEntries(entries);
}

/** Returns the options that the parameters of a URL state; others are ignored. */
export function optionsFromQuery(
  fields: readonly OperationField[],
  query: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const field of fields) {
    const text = Object.hasOwn(query, field.name) ? query[field.name] : undefined;
    const value = text === undefined || !isPublic(field) ? undefined : parseOption(field, text);
    if (value !== undefined) options[field.name] = value;
  }
  return options;
}

function parseOption({ schema }: OperationField, text: string): unknown {
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (schema.type === 'integer' || schema.type === 'number') {
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  }
  const { items } = schema;
  if (items?.enum !== undefined) {
    const values = text.split(',').filter((value) => items.enum?.includes(value));
    return values.length === 0 ? undefined : values;
  }
  return schema.enum === undefined || schema.enum.includes(text) ? text : undefined;
}
