import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { type ExtractedPage, extractPage } from '@quern/web/extract/extract-page';
import { escapeHtml } from './serialize-html.ts';

/**
 * Shows for every block of text of a page why it stayed or went:
 *
 *     npm run explain -- page.html [--url https://example.org/page] [--out page.explained.html]
 *
 * Prints a line a block: `+` or `-`, its chance of being content, its text, its place and what moved the chance most.
 * With `--out` it writes a page to look at: green stayed, red went, the paler the less sure.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string', default: 'https://example.org/' }, out: { type: 'string' } },
});
const [file] = positionals;
if (file === undefined) throw new Error('Name a file of HTML: npm run explain -- page.html');
const { text: html } = await decodeCharset({
  charset: '',
  body: new Uint8Array(readFileSync(file)),
});
const page = await extractPage({ html, url: options.url, debug: true });
const { debug } = page;
if (!debug) throw new Error('No explanation was made');
console.log(
  `page type ${debug.pageType}, blocks from ${debug.threshold} on stay, ${debug.blocks.length} blocks\n`,
);
for (const block of debug.blocks) {
  console.log(`${block.kept ? '+' : '-'} ${block.probability.toFixed(3)} ${block.text}`);
  console.log(`        ${block.path}: ${block.reasons.join(', ')}`);
}
if (options.out !== undefined) writeFileSync(options.out, picture(page));

function picture({ debug: shown, markdown, metadata }: ExtractedPage): string {
  const rows = (shown?.blocks ?? []).map(({ kept, probability: chance, text, path, reasons }) => {
    const sure = kept ? chance : 1 - chance;
    const colour = `hsl(${kept ? 130 : 0} 60% ${Math.round(97 - 22 * sure)}%)`;
    return `<tr style="background:${colour}"><td>${chance.toFixed(2)}<td>${escapeHtml(text)}<td><small>${escapeHtml(path)}<br>${escapeHtml(reasons.join(' · '))}</small>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${escapeHtml(metadata.title)}</title>
<style>body{font:14px/1.4 system-ui;margin:2rem auto;max-width:80rem}table{border-collapse:collapse;width:100%}td{padding:.2rem .5rem;vertical-align:top}small{color:#555}pre{white-space:pre-wrap;background:#f6f6f6;padding:1rem}</style>
<h1>${escapeHtml(metadata.title)}</h1><p>Type ${shown?.pageType}; blocks of a chance of ${shown?.threshold} and more stay, with what belongs to them.</p>
<table>${rows.join('\n')}</table><h2>Markdown</h2><pre>${escapeHtml(markdown)}</pre>
`;
}
