import type { PageBox } from '@quern/content/blocks/content-block';
import { type LayoutItem as DividedItem, dividePage } from '@quern/layout';
import { isTable, type LayoutItem } from '../lines/page-element.ts';

/** Height of letters above the baseline, and below it, in parts of the font size. */
const [ascent, descent] = [0.72, 0.2];
/** Size of the text for which a table counts. */
const tableSize = 10;

interface PlacedItem extends DividedItem {
  readonly item: LayoutItem;
}

/**
 * Divides the items of a page into regions in reading order.
 *
 * @param rules horizontal lines, which separate columns above from columns below
 */
export function splitColumns(
  items: readonly LayoutItem[],
  rules: readonly PageBox[],
  isRightToLeft = false,
): LayoutItem[][] {
  const regions = dividePage({ items: items.map(toPlacedItem), rules, isRightToLeft });
  return regions.map((region) => region.map(({ item }) => item));
}

function toPlacedItem(item: LayoutItem): PlacedItem {
  const { left, right } = item;
  if (isTable(item)) {
    const { top, bottom } = item;
    return { left, top, right, bottom, text: '', size: tableSize, isObject: true, item };
  }
  const { baseline, size, text, look } = item;
  const [top, bottom] = [baseline - size * ascent, baseline + size * descent];
  return { left, top, right, bottom, text, size, isBold: look.isBold, item };
}
