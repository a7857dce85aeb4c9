/**
 * Explains for each text block of a page why it was kept or removed.
 *
 *     npm run explain -- page.html [--url https://example.org/page] [--out page.explained.html]
 *
 * Prints the type of the page with the probability of each type, then two lines for each block: `+` (kept) or `-`
 * (removed), its probability of being content and its text, then its path, the rule that decided or corrected it, and
 * the features that moved the probability most. `--out` writes the same as a web page: kept blocks are green, removed
 * ones red, paler the less certain.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { type ExtractedPage, extractPage } from '@quern/web/extract/extract-page';
import { escapeHtml } from './serialize-html.ts';

const style = `body{font:14px/1.4 system-ui;margin:2rem auto;max-width:80rem}
table{border-collapse:collapse;width:100%}td{padding:.2rem .5rem;vertical-align:top}
small{color:#555}pre{white-space:pre-wrap;background:#f6f6f6;padding:1rem}`;

function renderExplanation({ debug, markdown, metadata }: ExtractedPage): string {
  const rows = (debug?.blocks ?? []).map(({ kept, probability, text, path, reasons }) => {
    const certainty = kept ? probability : 1 - probability;
    const color = `hsl(${kept ? 130 : 0} 60% ${Math.round(97 - 22 * certainty)}%)`;
    const details = `${escapeHtml(path)}<br>${escapeHtml(reasons.join(' · '))}`;
    return `<tr style="background:${color}"><td>${probability.toFixed(2)}<td>${escapeHtml(text)}<td><small>${details}</small>`;
  });
  const title = escapeHtml(metadata.title);
  const types = (debug?.pageTypes ?? []).map(({ type, probability }) => `${type} ${probability.toFixed(3)}`);
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style>
<h1>${title}</h1>
<p>Page type ${debug?.pageType} (${types.join(', ')}). Blocks with a probability of at least ${debug?.threshold} are kept, together with
their captions and tables.</p>
<table>${rows.join('\n')}</table><h2>Markdown</h2><pre>${escapeHtml(markdown)}</pre>
`;
}

async function main(): Promise<void> {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: 'string', default: 'https://example.org/' }, out: { type: 'string' } },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error('Name an HTML file: npm run explain -- page.html');
  const { text: html } = await decodeCharset({ charset: '', body: new Uint8Array(readFileSync(file)) });
  const page = await extractPage({ html, url: options.url, debug: true });
  const { debug } = page;
  if (!debug) throw new Error('The extractor returned no explanation.');
  console.log(`page type ${debug.pageType}`);
  for (const { type, probability } of debug.pageTypes) console.log(`  ${probability.toFixed(3)} ${type}`);
  console.log(`\n${debug.blocks.length} blocks, kept from probability ${debug.threshold}\n`);
  for (const { kept, probability, text, path, reasons } of debug.blocks) {
    console.log(`${kept ? '+' : '-'} ${probability.toFixed(3)} ${text}`);
    console.log(`        ${path}: ${reasons.join(', ')}`);
  }
  if (options.out !== undefined) writeFileSync(options.out, renderExplanation(page));
}

await main();
