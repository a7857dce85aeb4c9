import type { Operation, OperationExample } from '../../operations/define-operation.ts';
import { curlExample, curlFileExample } from './curl-example.ts';
import { escapeHtml, renderInline } from './escape-html.ts';
import { renderOperationForm } from './operation-form.ts';
import { type DocumentedParameter, renderParameterTable } from './parameter-table.ts';
import { renderErrors } from './render-errors.ts';

/**
 * Renders an operation: its price, parameters, recorded examples and errors, and a form that calls it.
 *
 * @param baseUrl URL of the service, without a path
 */
export function renderOperation(operation: Operation, baseUrl: string): string {
  const { name, title, description, price, examples, consumes, errors, storedResult } = operation;
  const types = consumes.map((type) => `<code>${type}</code>`).join(' or ');
  const again =
    storedResult === undefined
      ? ''
      : `<p><code>GET /v0/${storedResult.path}/{${storedResult.field}}</code> returns the same result again until it expires, free of charge.</p>`;
  return `<section id="${name}"><h2>POST /v0/${name}</h2>
    <p><strong>${escapeHtml(title)}.</strong> ${renderInline(description)} <span class="price">${escapeHtml(price.label)}</span></p>
    <p class="quiet">The body is ${types}.</p>
    ${renderParameterTable(listParameters(operation))}
    ${renderFileExample(operation, baseUrl)}
    ${examples.map((example) => renderExample(operation, example, baseUrl)).join('')}
    ${again}${renderErrors(errors, 'those of <a href="#requests">all operations</a>')}
    ${renderOperationForm(operation)}
    </section>`;
}

const listParameters = ({ inputFields }: Operation): DocumentedParameter[] =>
  inputFields.map(({ name, upload, isRequired, description, schema }) =>
    upload === undefined
      ? { name, isRequired, description, schema }
      : {
          name: upload.part,
          isRequired,
          description:
            upload.isSingle === true
              ? description
              : `${description}. Several files are the parts \`0.${upload.part}\`, \`1.${upload.part}\`, and so on`,
          schema: undefined,
        },
  );

const key = '$QUERN_API_KEY';

function renderExample(operation: Operation, { input, output }: OperationExample, baseUrl: string): string {
  const response = JSON.stringify({ success: true, data: output }, null, 2);
  return `${renderCommand(operation.name, curlExample(operation, input, { baseUrl, key }))}
    <details><summary>Example response</summary><div class="copyable"><pre class="json" data-json data-copy="the example response of ${operation.name}" tabindex="0" role="group" aria-label="Example response of ${operation.name}">${escapeHtml(response)}</pre></div></details>`;
}

/** How a file is sent, if the operation takes one. */
function renderFileExample({ name, inputFields }: Operation, baseUrl: string): string {
  const upload = inputFields.find((field) => field.upload !== undefined)?.upload;
  return upload === undefined
    ? ''
    : renderCommand(name, curlFileExample(name, upload.part, { baseUrl, key }));
}

const renderCommand = (name: string, command: string): string =>
  `<div class="copyable"><pre data-copy="the command for ${name}" tabindex="0">${escapeHtml(command)}</pre></div>`;
