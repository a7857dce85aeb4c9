import type { ContentBlock, ListItemBlock } from '../../blocks/content-block.ts';

/** Markdown reads at most nine digits as the number of an item. */
const numberMax = 999_999_999;

/** Places blocks after each other; items are indented by the markers of the items around them. */
export class ListLayout {
  /** Widths of the markers of the open items, from the outermost; empty outside of lists. */
  #widths: number[] = [];
  /** Whether the open list is ordered. */
  #isOrdered = false;
  /** Whether the open list has the other markers, since it follows a list of its kind directly. */
  #isAlternate = false;

  /**
   * @param text Markdown of the block without indentation
   * @returns the text with markers and indentation, and what separates it from the block before
   */
  place(block: ContentBlock, text: string): { readonly separator: string; readonly indented: string } {
    if (block.kind === 'list-item') return this.#placeItem(block, text);
    if (block.itemDepth === undefined || this.#widths.length === 0) {
      this.#widths = [];
      return { separator: '\n\n', indented: text };
    }
    this.#widths.length = Math.min(block.itemDepth + 1, this.#widths.length);
    const indent = this.#indent();
    return { separator: '\n\n', indented: indent + indentFollowing(text, indent) };
  }

  #placeItem(item: ListItemBlock, text: string): { readonly separator: string; readonly indented: string } {
    const isFirst = this.#widths.length === 0 || item.startsList === true;
    const separator = isFirst || this.#needsBlankLine(item) ? '\n\n' : '\n';
    if (isFirst) this.#beginList(item);
    // An item can be only one level deeper than the one before.
    this.#widths.length = Math.min(item.depth, this.#widths.length);
    const indent = this.#indent();
    const marker = this.#markerOf(item);
    this.#widths.push(marker.length + 1);
    const inside = ' '.repeat(marker.length + 1);
    return { separator, indented: `${indent}${marker} ${indentFollowing(text, indent + inside)}` };
  }

  #beginList({ number }: ListItemBlock): void {
    const isOrdered = number !== undefined;
    const followsList = this.#widths.length > 0;
    this.#isAlternate = followsList && isOrdered === this.#isOrdered && !this.#isAlternate;
    this.#isOrdered = isOrdered;
    this.#widths = [];
  }

  /** An inner list that does not begin with 1 cannot follow the text of the outer item directly. */
  #needsBlankLine({ depth, number }: ListItemBlock): boolean {
    return depth >= this.#widths.length && number !== undefined && number !== 1;
  }

  #markerOf({ number }: ListItemBlock): string {
    if (number === undefined) return this.#isAlternate ? '*' : '-';
    return `${Math.max(0, Math.min(Math.trunc(number), numberMax))}${this.#isAlternate ? ')' : '.'}`;
  }

  #indent(): string {
    return ' '.repeat(this.#widths.reduce((sum, width) => sum + width, 0));
  }
}

/** Indents all lines but the first and blank ones. */
function indentFollowing(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/\n(?=[^\n])/g, `\n${indent}`);
}
