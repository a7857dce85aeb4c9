import type { Operation } from '../../operations/define-operation.ts';
import { renderCommonSection, renderSectionLink } from './common-section.ts';
import { endpointGroups, renderEndpointGroups } from './endpoint-list.ts';
import { renderErrorTable } from './error-pages.ts';
import { renderOperation } from './operation-section.ts';
import { renderPage } from './page.ts';

/**
 * Renders the interactive reference: every operation with its parameters, recorded examples, errors, and a form that
 * calls it; and the endpoints of jobs, batches, webhooks and usage.
 *
 * @param baseUrl URL of the service, without a path
 */
export function renderReferencePage(operations: readonly Operation[], baseUrl: string): string {
  const names = ['requests', ...operations.map(({ name }) => name), ...endpointGroups, 'errors'];
  return renderPage(
    'Quern reference',
    `<header><h1>Quern reference</h1><a href="/">dashboard</a><a href="/openapi.json">openapi.json</a>
     <label>API key <input id="key" type="password" placeholder="qn_live_…" autocomplete="off"></label></header>
     <nav class="contents" aria-label="Contents">${names.map(renderSectionLink).join('')}</nav>
     <main>${renderCommonSection()}
     ${operations.map((operation) => renderOperation(operation, baseUrl)).join('')}
     ${renderEndpointGroups()}
     <section id="errors"><h2>Errors</h2>${renderErrorTable()}</section></main>`,
  );
}
