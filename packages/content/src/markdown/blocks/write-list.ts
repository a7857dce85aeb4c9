/** Kinds of lists. */
export type ListKind = 'ordered' | 'bullet';

/** A block in Markdown, without blank lines around it. */
export interface WrittenBlock {
  readonly kind: ListKind | 'paragraph' | 'heading' | 'quote' | 'code' | 'table' | 'rule' | 'footnote';
  readonly text: string;
  /** Whether a list uses the other marker, since one with the usual marker comes before it. */
  readonly isAlternate?: boolean;
}

/**
 * Writes a list item (https://spec.commonmark.org/0.31.2/#list-items): its blocks are indented by the width of the
 * marker.
 *
 * @param checkbox `[ ] ` or `[x] ` for an item of a task list
 * @returns '' for an item without content
 */
export function writeItem(marker: string, checkbox: string, blocks: readonly WrittenBlock[]): string {
  if (blocks.length === 0) return '';
  let text = '';
  for (const [index, block] of blocks.entries()) {
    const previous = blocks[index - 1];
    if (previous !== undefined) text += isTight(previous, block) ? '\n' : '\n\n';
    text += block.kind === 'rule' ? '***' : block.text;
  }
  const isText = blocks[0]?.kind === 'paragraph';
  const indent = ' '.repeat(marker.length + 1);
  return `${marker} ${isText ? checkbox : ''}${text.replace(/\n(?=[^\n])/g, `\n${indent}`)}`;
}

/** Joins the items of a list, with blank lines between them if one of them contains a blank line. */
export function joinItems(items: readonly string[]): string {
  return items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n');
}

/** Returns whether the second block follows the first without a blank line. */
function isTight(first: WrittenBlock, second: WrittenBlock): boolean {
  if (first.kind === 'heading') return true;
  const interrupts = second.kind === 'bullet' || (second.kind === 'ordered' && /^1[.)] /.test(second.text));
  return first.kind === 'paragraph' && interrupts;
}
