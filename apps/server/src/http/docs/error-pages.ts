import { type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import { escapeHtml, renderInline } from './escape-html.ts';
import { renderPage } from './page.ts';

/** Renders the list of all error codes. */
export function renderErrorIndexPage(): string {
  return renderPage(
    'Errors · Quern',
    `<header><h1>Errors</h1><nav aria-label="Reference"><a href="/docs">reference</a></nav></header>
     <main><section><p>Every error response is <code>{"error", "code", "requestId"}</code>. Failed requests are not charged.</p>${renderErrorTable()}</section></main>`,
  );
}

/** Renders the documentation of one error code. */
export function renderErrorPage(code: ErrorCode): string {
  const { status, title, description, resolution } = errorCodes[code];
  return renderPage(
    `${code} · Quern`,
    `<header><h1><code>${code}</code></h1><nav aria-label="Reference"><a href="/docs">reference</a><a href="/docs/errors">all errors</a></nav></header>
     <main><section><h2>${status} · ${escapeHtml(title)}</h2><h3>When</h3><p>${renderInline(description)}</p><h3>What to do</h3><p>${renderInline(resolution)}</p></section></main>`,
  );
}

/** Renders the error codes, ordered by status, as a table of links to their pages. */
export function renderErrorTable(): string {
  const rows = Object.entries(errorCodes)
    .sort(([, left], [, right]) => left.status - right.status)
    .map(
      ([code, { status, title }]) =>
        `<tr><td>${status}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}</td></tr>`,
    );
  return `<table><tr><th>status</th><th>code</th><th>meaning</th></tr>${rows.join('')}</table>`;
}
