import { parsePage } from '@quern/content/html/parse-page';
import { readHtmlBlocks } from '@quern/content/html/read-html-blocks';
import { createResolver } from '@quern/content/html/resolve-address';
import { writeMarkdown } from '@quern/content/markdown/blocks/write-markdown';
import { writeText } from '@quern/content/plain-text/write-text';
import examples from './examples.data.json' with { type: 'json' };

/** Renders the page that shows an example of each element of HTML as Markdown and as text. */
export async function renderHtmlElements(): Promise<string> {
  const rows: string[] = [];
  for (const [name, html] of Object.entries(examples)) {
    const blocks = readHtmlBlocks((await parsePage(html)).body, createResolver(''));
    const cells = [html, writeMarkdown(blocks).markdown, writeText(blocks)].map(codeLines);
    rows.push(`| \`${name}\` | ${cells.join(' | ')} |`);
  }
  const sections = [
    '# HTML elements',
    'An example of each element of the [HTML standard](https://html.spec.whatwg.org/multipage/indices.html#elements-3), and how `scrape` and `convert` write it as Markdown and as text. An element is written as a browser shows it. What a browser does not show, or Markdown cannot hold, is left out; of media, a link is left. Elements that are not listed, such as custom ones, only show their content. Of a web page, `scrape` then chooses the main content, unless `onlyMainContent` is `false`. Generated from the converter.',
    `| element | example | Markdown | text |\n| --- | --- | --- | --- |\n${rows.join('\n')}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Text as inline code, a line each; '' for none. */
function codeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : inlineCode(line)))
    .join('<br>');
}

function inlineCode(line: string): string {
  const fence = '`'.repeat(1 + Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length)));
  const padding = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return fence + padding + line.replaceAll('|', '\\|') + padding + fence;
}
