import type { JsonSchema } from '../../operations/to-json-schema.ts';
import { nameType, renderValues } from './describe-schema.ts';
import { escapeHtml, renderInline } from './escape-html.ts';

/** A parameter as the reference shows it. */
export interface DocumentedParameter {
  readonly name: string;
  /** Where it is sent, such as `query`; undefined if all of the table are at the same place. */
  readonly place?: string | undefined;
  readonly isRequired: boolean;
  readonly description: string;
  /** Undefined for a file. */
  readonly schema: JsonSchema | undefined;
}

/** Renders parameters with their types, meanings and allowed values; empty if there are none. */
export function renderParameterTable(parameters: readonly DocumentedParameter[]): string {
  if (parameters.length === 0) return '';
  return `<table><tr><th>parameter</th><th>type</th><th>description</th></tr>${parameters.map(renderRow).join('')}</table>`;
}

function renderRow({ name, place, isRequired, description, schema }: DocumentedParameter): string {
  const type = schema === undefined ? 'file' : nameType(schema);
  const where = place === undefined ? '' : ` <span class="place">${escapeHtml(place)}</span>`;
  const text = description === '' ? '' : `${renderInline(description)}.`;
  const values = schema === undefined ? '' : renderValues(schema);
  return `<tr><td><code>${escapeHtml(name)}</code></td><td>${type}${isRequired ? ', required' : ''}${where}</td><td>${text}${values}</td></tr>`;
}
