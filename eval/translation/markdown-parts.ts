import MarkdownIt from 'markdown-it';

/** The parts of a Markdown document that a translation must keep, as a parser other than that of the product finds them. */
export interface MarkdownParts {
  /** Targets of links and images. */
  readonly links: readonly string[];
  /** Contents of code spans and code blocks. */
  readonly code: readonly string[];
  /** Numbers outside of code and targets. */
  readonly numbers: readonly string[];
  /** Position of each cell: table, row and column. Cells with text in the source must have text. */
  readonly cells: readonly string[];
  /** Types of all blocks in their order, with the levels of headings. */
  readonly blocks: readonly string[];
}

const parser = new MarkdownIt({ html: true, linkify: true });

/** Finds the parts of a Markdown document. */
export function findMarkdownParts(markdown: string): MarkdownParts {
  const links: string[] = [];
  const code: string[] = [];
  const numbers: string[] = [];
  const cells: string[] = [];
  const blocks: string[] = [];
  let [table, row, column] = [0, 0, 0];
  let isCell = false;
  for (const token of parser.parse(markdown, {})) {
    if (token.type === 'table_open') [table, row] = [table + 1, 0];
    if (token.type === 'tr_open') [row, column] = [row + 1, 0];
    if (/^t[dh]_open$/.test(token.type)) {
      column++;
      isCell = true;
    }
    if (token.type === 'fence' || token.type === 'code_block') code.push(token.content);
    if (token.type !== 'inline') {
      blocks.push(`${token.type} ${token.tag}`);
      continue;
    }
    if (isCell) cells.push(`${table}/${row}/${column}/${token.content.trim() === '' ? 'empty' : 'text'}`);
    isCell = false;
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') links.push(String(child.attrGet('href')));
      if (child.type === 'image') links.push(String(child.attrGet('src')));
      if (child.type === 'code_inline') code.push(child.content);
      if (child.type === 'text') numbers.push(...(child.content.match(/\d+(?:[.,:/-]\d+)*/g) ?? []));
    }
  }
  return { links, code, numbers, cells, blocks };
}

/** Counts the items of a list that another list has too, each as often as it occurs. */
export function countKept(expected: readonly string[], found: readonly string[]): number {
  const rest = new Map<string, number>();
  for (const item of found) rest.set(item, (rest.get(item) ?? 0) + 1);
  return expected.filter((item) => {
    const count = rest.get(item) ?? 0;
    rest.set(item, count - 1);
    return count > 0;
  }).length;
}
