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
  const parts: string[] = [];
  for (const part of splitBlocks(prepared)) {
    if (typeof part === 'string') {
      parts.push(part);
      continue;
    }
    const root: Root = { type: 'root', children: [part] };
    const markdown = processor.stringify(await processor.run(root)).trim();
    if (markdown !== '') parts.push(markdown);
  }
  return parts.join('\n\n');
}
