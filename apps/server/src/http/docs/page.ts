import { type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { curlExample } from './curl-example.ts';
import { tryItScript } from './script.ts';
import { pageStyle } from './style.ts';

/** The interactive reference: every operation with its price, an example to paste, and a form that calls it. */
export function renderReferencePage(operations: readonly Operation[], baseUrl: string): string {
  const links = operations.map((operation) => `<a href="#${operation.name}">${operation.name}</a>`).join('');
  return page(
    'Quern reference',
    `<header><h1>Quern</h1><nav>${links}<a href="#errors">errors</a><a href="/openapi.json">openapi.json</a></nav>
     <label class="key">API key <input id="key" type="password" placeholder="qn_live_…" autocomplete="off"></label></header>
     ${operations.map((operation) => section(operation, baseUrl)).join('')}
     <section id="errors"><h2>Errors</h2><p>Every error is <code>{"error", "code", "requestId"}</code>; nothing is charged.</p>
     <table><tr><th>status</th><th>code</th><th>meaning</th></tr>${errorRows()}</table></section>
     <script>${tryItScript}</script>`,
  );
}

/** One error code: when it comes and what to do. */
export function renderErrorPage(code: ErrorCode): string {
  const { status, title, description, resolution } = errorCodes[code];
  return page(
    `${code} · Quern`,
    `<header><h1><code>${code}</code></h1><nav><a href="/docs">reference</a></nav></header>
     <section><h2>${status} · ${escapeHtml(title)}</h2><h3>When</h3><p>${inline(description)}</p><h3>What to do</h3><p>${inline(resolution)}</p></section>`,
  );
}

function section(operation: Operation, baseUrl: string): string {
  const multipart = operation.consumes[0] === 'multipart/form-data';
  const form = multipart
    ? `<label>content <textarea name="content" rows="4"></textarea></label><label>or file <input type="file" name="file"></label>
       <label>targetLanguage <input name="targetLanguage" placeholder="pt"></label><label>maxLength <input name="maxLength" type="number" min="1"></label>`
    : `<textarea name="json" rows="6" spellcheck="false">${escapeHtml(JSON.stringify(operation.example.input, null, 2))}</textarea>`;
  return `<section id="${operation.name}"><h2>POST /v0/${operation.name}</h2>
    <p><strong>${escapeHtml(operation.title)}.</strong> ${escapeHtml(operation.description)} <span class="price">${escapeHtml(operation.price.text)}</span></p>
    <pre>${escapeHtml(curlExample(operation, baseUrl, '$QUERN_KEY'))}</pre>
    <form data-operation="${operation.name}" data-multipart="${multipart}">${form}
    <label class="inline"><input type="checkbox" name="dryRun"> only tell the price</label><button>Send</button><output></output></form>
    <details><summary>Answer</summary><pre>${escapeHtml(JSON.stringify({ success: true, data: operation.example.output }, null, 2))}</pre></details>
    </section>`;
}

function errorRows(): string {
  return Object.entries(errorCodes)
    .sort(([, left], [, right]) => left.status - right.status)
    .map(
      ([code, { status, title }]) =>
        `<tr><td>${status}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}</td></tr>`,
    )
    .join('');
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title><style>${pageStyle}</style></head><body>${body}</body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const inline = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
