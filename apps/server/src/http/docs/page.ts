import { assetsFolder, scriptName, styleName } from './docs-assets.ts';
import { escapeHtml } from './escape-html.ts';

/** Renders a page around its body, which must be HTML already. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${assetsFolder}${styleName}">
    <script type="module" src="${assetsFolder}${scriptName}"></script></head><body>${body}</body></html>`;
}
