import type { TextRange } from '@quern/text/span';
import type { ListItemBlock } from '../../blocks/content-block.ts';
import { isLoose, isTight, type WrittenBlock, type WrittenList, type WrittenNode } from './list-tree.ts';

/** Markdown reads at most nine digits as the number of an item. */
const numberMax = 999_999_999;

/** Writes blocks and lists one after the other, and records where each block is. */
export class BlockLayout {
  readonly #parts: string[] = [];
  readonly #places = new Map<number, TextRange>();
  #length = 0;

  /** @param indent of the container, in spaces */
  write(nodes: readonly WrittenNode[], indent = ''): void {
    for (const [index, node] of nodes.entries()) {
      if (index > 0) this.#append(`\n\n${indent}`);
      this.#writeNode(node, indent);
    }
  }

  toString(): string {
    return this.#parts.join('');
  }

  /** The place of each of a number of blocks; empty for those that show nothing. */
  rangesOf(count: number): TextRange[] {
    let end = 0;
    return Array.from({ length: count }, (_, index) => {
      const range = this.#places.get(index) ?? { startIndex: end, endIndex: end };
      end = range.endIndex;
      return range;
    });
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  #writeNode(node: WrittenNode, indent: string): void {
    if (node.kind === 'list') this.#writeList(node, indent);
    else this.#writeBlock(node, indent);
  }

  #writeBlock({ block, index, text }: WrittenBlock, indent: string): void {
    const startIndex = this.#length;
    // Hyphens after the marker of an item would be a line of other markers.
    this.#append(block.kind === 'rule' && indent !== '' ? '***' : indentFollowing(text, indent));
    this.#places.set(index, { startIndex, endIndex: this.#length });
  }

  /** Its first line continues the line that was written last (https://spec.commonmark.org/0.31.2/#list-items). */
  #writeList(list: WrittenList, indent: string): void {
    const separator = isLoose(list) ? '\n\n' : '\n';
    for (const [position, { block, index, text, children }] of list.items.entries()) {
      if (position > 0) this.#append(separator + indent);
      const marker = `${markerOf(block, list.isAlternate)} `;
      const inside = indent + ' '.repeat(marker.length);
      const startIndex = this.#length;
      this.#append(marker + indentFollowing(text, inside));
      this.#places.set(index, { startIndex, endIndex: this.#length });
      let before: WrittenNode | 'text' | undefined = text === '' ? undefined : 'text';
      for (const child of children) {
        if (before !== undefined) this.#append((isTight(before, child) ? '\n' : '\n\n') + inside);
        this.#writeNode(child, inside);
        before = child;
      }
    }
  }
}

function markerOf({ number }: ListItemBlock, isAlternate: boolean): string {
  if (number === undefined) return isAlternate ? '*' : '-';
  return `${Math.max(0, Math.min(Math.trunc(number), numberMax))}${isAlternate ? ')' : '.'}`;
}

/** Indents all lines but the first and blank ones. */
function indentFollowing(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/\n(?=[^\n])/g, `\n${indent}`);
}
