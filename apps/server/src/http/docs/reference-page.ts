import type { Operation } from '../../operations/define-operation.ts';
import { curlExample } from './curl-example.ts';
import { endpointGroups, renderEndpointGroups } from './endpoint-list.ts';
import { renderErrorTable } from './error-pages.ts';
import { escapeHtml, renderInline } from './escape-html.ts';
import { renderOperationForm, renderParameters } from './operation-form.ts';
import { renderPage } from './page.ts';
import { formScript } from './script.ts';

/**
 * Renders the interactive reference: every operation with its price, parameters, a command to copy, and a form that
 * calls it; and the endpoints of jobs, batches, webhooks and usage.
 *
 * @param baseUrl URL of the service, without a path
 */
export function renderReferencePage(operations: readonly Operation[], baseUrl: string): string {
  const names = [...operations.map(({ name }) => name), ...endpointGroups];
  const links = names.map((name) => `<a href="#${name}">${name}</a>`).join('');
  return renderPage(
    'Quern reference',
    `<header><h1>Quern</h1><nav>${links}<a href="#errors">errors</a><a href="/openapi.json">openapi.json</a></nav>
     <label class="key">API key <input id="key" type="password" placeholder="qn_live_…" autocomplete="off"></label></header>
     ${operations.map((operation) => renderOperation(operation, baseUrl)).join('')}
     ${renderEndpointGroups()}
     <section id="errors"><h2>Errors</h2><p>Every error response is <code>{"error", "code", "requestId"}</code>. Failed requests are not charged.</p>
     ${renderErrorTable()}</section>
     <script>${formScript}</script>`,
  );
}

function renderOperation(operation: Operation, baseUrl: string): string {
  const { name, title, description, price, examples } = operation;
  const response = JSON.stringify({ success: true, data: examples[0]?.output }, null, 2);
  return `<section id="${name}"><h2>POST /v0/${name}</h2>
    <p><strong>${escapeHtml(title)}.</strong> ${renderInline(description)} <span class="price">${escapeHtml(price.label)}</span></p>
    ${renderParameters(operation)}
    <pre>${escapeHtml(curlExample(operation, operation.examples[0]?.input ?? {}, { baseUrl, key: '$QUERN_API_KEY' }))}</pre>
    ${renderOperationForm(operation)}
    <details><summary>Example response</summary><pre>${escapeHtml(response)}</pre></details>
    </section>`;
}
