import { z } from 'zod';
import { responseHeaders } from '../headers/response-headers.ts';
import { requestParameters } from '../openapi/components.ts';
import { operationErrorCodes } from '../openapi/error-responses.ts';
import { escapeHtml, renderInline } from './escape-html.ts';
import { type DocumentedParameter, renderParameterTable } from './parameter-table.ts';
import { linkErrors } from './render-errors.ts';

const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  description: z.string(),
  schema: z.record(z.string(), z.unknown()),
});

const authorization: DocumentedParameter = {
  name: 'Authorization',
  place: 'header',
  isRequired: true,
  description: '`Bearer` and the API key',
  schema: { type: 'string' },
};

/** Renders the headers and the errors that all operations share. */
export function renderCommonSection(): string {
  const parameters = Object.values(requestParameters).map((parameter): DocumentedParameter => {
    const { name, in: place, description, schema } = parameterSchema.parse(parameter);
    return { name, place, isRequired: false, description, schema };
  });
  const headers = Object.entries(responseHeaders).map(
    ([name, { type, description }]): DocumentedParameter => ({
      name,
      isRequired: false,
      description,
      schema: { type },
    }),
  );
  return `<section id="requests"><h2>All operations</h2>
    <p>${renderInline('A successful response is `{"success": true, "data"}`. An error is `{"error", "code", "requestId"}`, and is not charged.')}</p>
    <h3>Headers of requests</h3>${renderParameterTable([authorization, ...parameters])}
    <details><summary>Headers of responses</summary>${renderParameterTable(headers)}</details>
    <details><summary>Errors</summary><p>${linkErrors(operationErrorCodes).join(', ')}</p></details></section>`;
}

/** Renders a link to a section. */
export const renderSectionLink = (name: string): string => `<a href="#${name}">${escapeHtml(name)}</a>`;
