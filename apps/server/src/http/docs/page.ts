import { escapeHtml } from './escape-html.ts';
import { pageStyle } from './style.ts';

/** Renders a page around its body, which must be HTML already. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title><style>${pageStyle}</style></head><body>${body}</body></html>`;
}
