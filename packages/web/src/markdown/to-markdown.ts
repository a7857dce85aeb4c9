import type { Element, Root } from 'hast';
import { markFootnotes } from './mark-footnotes.ts';
import { splitBlocks } from './split-blocks.ts';
import { toMarkdownTree } from './to-markdown-tree.ts';
import { writeFallbackBlock } from './write-fallback-block.ts';

/**
 * Limits of the full conversion, in nodes and characters; the rest of a page is written in one simple pass. The largest
 * of 1,497 ordinary pages has 9,100 nodes, and its largest part 2,200 nodes and 66,000 characters.
 */
const nodesMax = 40_000;
const partNodesMax = 5000;
/** Fixed cost of a part. */
const nodesPerPart = 12;
const charsMax = 2_000_000;
const partCharsMax = 300_000;

/**
 * Writes a tree as GitHub-flavored Markdown (https://github.github.com/gfm/), with formulas between dollar signs and
 * footnotes. URLs in the tree should be absolute.
 */
export async function toMarkdown(content: Element): Promise<string> {
  const [
    { unified },
    { default: rehypeRemark },
    { default: remarkGfm },
    { default: remarkStringify },
    { markdownHandlers: handlers },
  ] = await Promise.all([
    import('unified'),
    import('rehype-remark'),
    import('remark-gfm'),
    import('remark-stringify'),
    import('./markdown-handlers.ts'),
  ]);
  const prepared = toMarkdownTree(markFootnotes(content));
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
  const budget = new ConversionBudget();
  const write = async (part: Element) => {
    if (!budget.spend(part)) return writeFallbackBlock(part);
    const root: Root = { type: 'root', children: [part] };
    return processor.stringify(await processor.run(root)).trim();
  };
  const blocks: string[] = [];
  for (const part of splitBlocks(prepared)) {
    if (typeof part !== 'string' && 'moreRows' in part) {
      blocks.push(`\n${withoutHeader(await write(part.moreRows))}`);
      continue;
    }
    const written = typeof part === 'string' ? part : await write(part);
    if (written !== '') blocks.push(blocks.length === 0 ? written : `\n\n${written}`);
  }
  return blocks.join('');
}

/** Limits how much of a page goes through the full conversion. */
class ConversionBudget {
  #nodes = 0;
  #chars = 0;

  /** Returns false if the part has to be written in the simple way. */
  spend(part: Element): boolean {
    const { nodes, chars } = sizeOf(part);
    if (nodes > partNodesMax || chars > partCharsMax) return false;
    const cost = nodes + nodesPerPart;
    if (this.#nodes + cost > nodesMax || this.#chars + chars > charsMax) return false;
    this.#nodes += cost;
    this.#chars += chars;
    return true;
  }
}

function sizeOf(element: Element): { nodes: number; chars: number } {
  const size = { nodes: 1, chars: 0 };
  for (const child of element.children) {
    const inner =
      child.type === 'element'
        ? sizeOf(child)
        : { nodes: 1, chars: 'value' in child ? child.value.length : 0 };
    size.nodes += inner.nodes;
    size.chars += inner.chars;
  }
  return size;
}

/** Removes the header of a table and the delimiter row below it. */
function withoutHeader(table: string): string {
  const headerEnd = table.indexOf('\n');
  return table.slice(table.indexOf('\n', headerEnd + 1) + 1);
}
