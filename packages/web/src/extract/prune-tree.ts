import type { Element, ElementContent, Text } from 'hast';
import { elementIndexOf, getProperty } from '../page/tree/hast.ts';
import type { SegmentedPage } from './blocks/segment-blocks.ts';

/** A picture among text goes with the text around it. */
const mediaTags = new Set(['img', 'hr', 'input', 'picture']);
const keptShareMin = 0.5;
/**
 * A copy of the page with the text of the kept blocks, the elements that lead to it, and what belongs to it:
 * all cells of rows, pictures and embedded videos among kept text.
 * @param kept 1 for each block that stays
 * @param words of each block
 */
export function pruneTree(
  root: Element,
  page: SegmentedPage,
  kept: Uint8Array,
  words: readonly number[],
): Element {
  return new Pruner(page, kept, words).copy(root) ?? { ...root, children: [] };
}

class Pruner {
  private readonly page: SegmentedPage;
  private readonly keptTexts = new Set<Text>();
  private readonly dropped = new Set<Text>();
  /** Words of blocks up to each, all and kept. */
  private readonly all: Float64Array;
  private readonly kept: Float64Array;

  constructor(page: SegmentedPage, kept: Uint8Array, words: readonly number[]) {
    this.page = page;
    this.all = new Float64Array(kept.length + 1);
    this.kept = new Float64Array(kept.length + 1);
    for (const [index, block] of page.blocks.entries()) {
      const weight = (words[index] ?? 0) + 1;
      const stays = kept[index] === 1;
      this.all[index + 1] = (this.all[index] ?? 0) + weight;
      this.kept[index + 1] = (this.kept[index] ?? 0) + (stays ? weight : 0);
      for (const text of block.texts) (stays ? this.keptTexts : this.dropped).add(text);
    }
  }

  /** Undefined when nothing of the element stays. */
  copy(element: Element): Element | undefined {
    const children: ElementContent[] = [];
    let any = false;
    const row = element.tagName === 'tr';
    for (const child of element.children) {
      if (child.type === 'text') {
        if (this.dropped.has(child)) continue;
        children.push(child);
        any ||= this.keptTexts.has(child);
      } else if (child.type === 'element') {
        const copied = this.copyChild(child, row);
        if (!copied) continue;
        children.push(copied.element);
        any ||= copied.content;
      }
    }
    return any ? { ...element, children } : undefined;
  }

  private copyChild(child: Element, inRow: boolean): { element: Element; content: boolean } | undefined {
    if (child.tagName === 'br' || child.tagName === 'wbr') return { element: child, content: false };
    if (mediaTags.has(child.tagName) || getProperty(child, 'dataEmbed') !== '') {
      return this.isAmongKept(child) ? { element: child, content: true } : undefined;
    }
    const copied = this.copy(child);
    if (copied) return { element: copied, content: true };
    // Cells hold their column's place.
    const cell = inRow && /^t[dh]$/.test(child.tagName);
    return cell ? { element: { ...child, children: [] }, content: false } : undefined;
  }

  /** True when most words of the nearest element that has any stay. */
  private isAmongKept(element: Element): boolean {
    const { page } = this;
    let number = page.parents[elementIndexOf(element)] ?? -1;
    while (number >= 0 && page.firstBlock[number] === page.endBlock[number])
      number = page.parents[number] ?? -1;
    if (number < 0) return false;
    const from = page.firstBlock[number] ?? 0;
    const to = page.endBlock[number] ?? 0;
    const words = (this.all[to] ?? 0) - (this.all[from] ?? 0);
    return (this.kept[to] ?? 0) - (this.kept[from] ?? 0) >= words * keptShareMin;
  }
}
