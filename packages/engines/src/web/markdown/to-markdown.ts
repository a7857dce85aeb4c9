import type { Element, Root } from 'hast';
import { markFootnotes } from './mark-footnotes.ts';
import { prepareTree } from './prepare-tree.ts';
import { splitBlocks } from './split-blocks.ts';

/**
 * Writes a content tree as GitHub-flavoured Markdown: tables with their spans, fenced code with its language,
 * formulas between dollars, footnotes, nested lists. Input addresses should be absolute already.
 */
export async function toMarkdown(content: Element): Promise<string> {
  const [
    { unified },
    { default: rehypeRemark },
    { default: remarkGfm },
    { default: remarkStringify },
    { handlers },
  ] = await Promise.all([
    import('unified'),
    import('rehype-remark'),
    import('remark-gfm'),
    import('remark-stringify'),
    import('./markdown-handlers.ts'),
  ]);
  const prepared = prepareTree(markFootnotes(content));
  const processor = unified()
    .use(rehypeRemark, { handlers, document: true })
    .use(remarkGfm, { tablePipeAlign: false, tableCellPadding: true })
    .use(remarkStringify, {
      bullet: '-',
      emphasis: '*',
      fences: true,
      rule: '-',
      listItemIndent: 'one',
      resourceLink: true,
    });
  const write = async (part: Element) => {
    const root: Root = { type: 'root', children: [part] };
    return processor.stringify(await processor.run(root)).trim();
  };
  let markdown = '';
  for (const part of splitBlocks(prepared)) {
    if (typeof part !== 'string' && 'moreRows' in part) {
      markdown += `\n${withoutHeader(await write(part.moreRows))}`;
      continue;
    }
    const written = typeof part === 'string' ? part : await write(part);
    if (written !== '') markdown += markdown === '' ? written : `\n\n${written}`;
  }
  return markdown;
}

/** A table's rows behind its header and the line under that. */
function withoutHeader(table: string): string {
  const headerEnd = table.indexOf('\n');
  return table.slice(table.indexOf('\n', headerEnd + 1) + 1);
}
