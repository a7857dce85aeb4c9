import type { z } from 'zod';
import { toJsonSchema } from '../../operations/to-json-schema.ts';
import { batchEndpoints } from '../batches/endpoints.ts';
import { crawlEndpoints } from '../crawls/endpoints.ts';
import type { KeyEndpoint } from '../endpoints/key-endpoint.ts';
import { fileEndpoints } from '../files/endpoints.ts';
import { jobEndpoints } from '../jobs/endpoints.ts';
import { languageEndpoints } from '../languages/endpoints.ts';
import { requestEndpoints } from '../requests/endpoints.ts';
import { usageEndpoints } from '../usage/endpoints.ts';
import { webhookEndpoints } from '../webhooks/endpoints.ts';
import { escapeHtml, renderInline } from './escape-html.ts';
import { type DocumentedParameter, renderParameterTable } from './parameter-table.ts';
import { objectSchema, readSchema } from './read-schema.ts';
import { renderErrors } from './render-errors.ts';

/** The parts of an endpoint that the reference shows. */
type DocumentedEndpoint = Pick<
  KeyEndpoint<never>,
  'method' | 'path' | 'summary' | 'description' | 'query' | 'body' | 'errors'
>;

/** The endpoints that are not operations, by their group. */
const groups: Readonly<Record<string, readonly DocumentedEndpoint[]>> = {
  jobs: jobEndpoints,
  batches: batchEndpoints,
  crawls: crawlEndpoints,
  files: fileEndpoints,
  webhooks: webhookEndpoints,
  usage: [...usageEndpoints, ...requestEndpoints],
  languages: languageEndpoints,
};

/** Names of the groups, which are the ids of their sections. */
export const endpointGroups: readonly string[] = Object.keys(groups);

/** Renders the endpoints that are not operations, with their parameters. */
export function renderEndpointGroups(): string {
  return Object.entries(groups)
    .map(
      ([name, endpoints]) =>
        `<section id="${name}"><h2>${name}</h2>${endpoints.map(renderEndpoint).join('')}</section>`,
    )
    .join('');
}

function renderEndpoint({
  method,
  path,
  summary,
  description = '',
  query,
  body,
  errors,
}: DocumentedEndpoint): string {
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => pathParameter(name)),
    ...listFields(query, 'query'),
    ...(body === undefined ? [] : listFields(body, 'body')),
  ];
  const shownPath = path.replace(/:(\w+)/g, '{$1}');
  return `<h3><code>${method} ${escapeHtml(shownPath)}</code></h3>
    <p><strong>${escapeHtml(summary)}.</strong> ${renderInline(description)}</p>${renderParameterTable(parameters)}${renderErrors(errors)}`;
}

const pathParameter = (name: string): DocumentedParameter => ({
  name,
  place: 'path',
  isRequired: true,
  description: '',
  schema: { type: 'string' },
});

function listFields(schema: z.ZodType, place: 'query' | 'body'): DocumentedParameter[] {
  const { properties, required } = objectSchema.parse(toJsonSchema(schema, 'input'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    place,
    isRequired: required.includes(name),
    description: readSchema(property).description,
    schema: property,
  }));
}
