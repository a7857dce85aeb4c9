import type { ContentBlock, ListItemBlock } from '../../blocks/content-block.ts';

/** A block with its Markdown, which is neither indented nor blank. */
export interface WrittenBlock {
  readonly kind: 'block';
  readonly block: ContentBlock;
  /** Index in the list of all blocks. */
  readonly index: number;
  readonly text: string;
}

/** A list of items of one kind. */
export interface WrittenList {
  readonly kind: 'list';
  readonly isOrdered: boolean;
  /** Whether it has the other markers, since it follows a list of its kind directly. */
  readonly isAlternate: boolean;
  readonly items: WrittenItem[];
}

/** An item with its text, '' if it begins with another block, and the blocks below it. */
export interface WrittenItem {
  readonly block: ListItemBlock;
  readonly index: number;
  readonly text: string;
  readonly children: WrittenNode[];
}

/** A block or a list. */
export type WrittenNode = WrittenBlock | WrittenList;

/** Builds the lists that the depths of items describe. Blocks and items without text are left out. */
export function buildLists(blocks: readonly ContentBlock[], texts: readonly string[]): WrittenNode[] {
  const root: WrittenNode[] = [];
  /** The open items, from the outermost. */
  const open: WrittenItem[] = [];
  for (const [index, block] of blocks.entries()) {
    const text = texts[index] ?? '';
    if (block.kind === 'list-item') {
      // An item can be only one level deeper than the one before.
      open.length = Math.min(block.depth, open.length);
      const item: WrittenItem = { block, index, text, children: [] };
      listFor(block, open.at(-1)?.children ?? root).items.push(item);
      open.push(item);
    } else if (text !== '') {
      open.length = block.itemDepth === undefined ? 0 : Math.min(block.itemDepth + 1, open.length);
      (open.at(-1)?.children ?? root).push({ kind: 'block', block, index, text });
    }
  }
  return withoutEmpty(root);
}

/** The list that an item continues, or a new one. */
function listFor({ number, startsList }: ListItemBlock, siblings: WrittenNode[]): WrittenList {
  const isOrdered = number !== undefined;
  const last = siblings.at(-1);
  const isSameKind = last?.kind === 'list' && last.isOrdered === isOrdered;
  if (isSameKind && startsList !== true) return last;
  const list: WrittenList = {
    kind: 'list',
    isOrdered,
    isAlternate: isSameKind && !last.isAlternate,
    items: [],
  };
  siblings.push(list);
  return list;
}

function withoutEmpty(nodes: readonly WrittenNode[]): WrittenNode[] {
  return nodes.flatMap((node): WrittenNode[] => {
    if (node.kind === 'block') return [node];
    const items = node.items
      .map((item) => ({ ...item, children: withoutEmpty(item.children) }))
      .filter(({ text, children }) => text !== '' || children.length > 0);
    return items.length === 0 ? [] : [{ ...node, items }];
  });
}

/** Whether the second part of an item follows the first without a blank line. */
export function isTight(first: WrittenNode | 'text', second: WrittenNode): boolean {
  if (first !== 'text' && first.kind === 'block' && first.block.kind === 'heading') return true;
  const isText = first === 'text' || (first.kind === 'block' && first.block.kind === 'paragraph');
  // Text can only be interrupted by a list that begins with 1.
  return isText && second.kind === 'list' && (!second.isOrdered || second.items[0]?.block.number === 1);
}

/** Whether the items of a list are separated by blank lines, since one of them has a blank line. */
export function isLoose(list: WrittenList): boolean {
  return list.items.some(
    ({ text, children }) =>
      text.includes('\n\n') ||
      children.some((child, index) => {
        const before = index > 0 ? children[index - 1] : text === '' ? undefined : 'text';
        if (before !== undefined && !isTight(before, child)) return true;
        return child.kind === 'list' ? isLoose(child) : child.text.includes('\n\n');
      }),
  );
}
