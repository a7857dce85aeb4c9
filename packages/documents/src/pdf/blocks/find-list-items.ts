import { listDepthMax } from '@quern/content/blocks/content-block';
import type { Group, TextGroup } from './text-group.ts';

/** A group that is a list item. */
export interface FoundItem {
  readonly depth: number;
  readonly startsList: boolean;
}

/** How many groups before and after may hold another item of a list. */
const reach = 12;

/**
 * Finds the groups that are list items. An ambiguous marker needs another item with the same marker, or with the previous
 * or the next number, since a sentence may begin with a dash and a single number may belong to a date.
 */
export function findListItems(
  groups: readonly Group[],
  headings: ReadonlyMap<TextGroup, number>,
): Map<TextGroup, FoundItem> {
  const items = new Map<TextGroup, FoundItem>();
  const stack: number[] = [];
  let last: TextGroup | undefined;
  for (const [index, group] of groups.entries()) {
    if (group.kind !== 'text' || headings.has(group)) {
      stack.length = 0;
      last = undefined;
      continue;
    }
    const { tag } = group;
    if (tag?.role === 'item' && group.marker) {
      const startsList = tag.depth === 0 && last?.tag !== undefined && last.tag.list !== tag.list;
      items.set(group, { depth: tag.depth ?? 0, startsList });
      stack.length = 0;
      last = group;
      continue;
    }
    if (!isItem(groups, index, group, headings)) {
      if (!continuesList(group, last)) {
        stack.length = 0;
        last = undefined;
      }
      continue;
    }
    const startsList = stack.length > 0 && isRestart(group, last);
    const depth = depthOf(stack, group, last);
    items.set(group, { depth, startsList: startsList && depth === 0 });
    last = group;
  }
  return items;
}

function isItem(
  groups: readonly Group[],
  index: number,
  group: TextGroup,
  headings: ReadonlyMap<TextGroup, number>,
): boolean {
  const { marker, lines } = group;
  if (marker === undefined) return false;
  if (!marker.isAmbiguous) return true;
  const near = groups
    .slice(Math.max(0, index - reach), index + reach + 1)
    .filter(
      (other): other is TextGroup =>
        other.kind === 'text' &&
        other !== group &&
        !headings.has(other) &&
        other.marker?.style === marker.style,
    );
  if (marker.number !== undefined) {
    const { number } = marker;
    return near.some(({ marker: other }) => Math.abs((other?.number ?? -9) - number) === 1);
  }
  // The lines of a dialog begin with dashes as well, but their other lines are not indented.
  const isDialog = [group, ...near].some(({ lines: [first, second] }) => {
    return first !== undefined && second !== undefined && second.left <= first.left + 1;
  });
  if (isDialog) return false;
  return near.length > 0 || isHanging(lines);
}

function isHanging([first, second]: TextGroup['lines']): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    second.left > first.left + 2 &&
    Math.abs(second.left - (first.words[1]?.left ?? 0)) < 2
  );
}

/** Whether a paragraph is inside an item: it is indented like the item's text. */
function continuesList(group: TextGroup, last: TextGroup | undefined): boolean {
  const [first] = group.lines;
  const item = last?.lines[0];
  if (first === undefined || item === undefined || group.marker !== undefined) return false;
  const textLeft = item.words[1]?.left ?? item.left;
  return Math.abs(first.left - textLeft) < first.size * 0.4 && first.column === item.column;
}

/** Whether the paragraph belongs to the item before it. */
export const isPartOfItem = continuesList;

function depthOf(stack: number[], group: TextGroup, last: TextGroup | undefined): number {
  const [first] = group.lines;
  if (first === undefined) return 0;
  const before = last?.lines[0];
  // Edges of another column are compared by their distance from its left edge.
  const isMoved = before !== undefined && (before.column !== first.column || before.page !== first.page);
  const left = isMoved ? first.left - first.column.left + before.column.left : first.left;
  const isMirrored = /[\u0590-\u08ff]/.test(first.text);
  const place = isMirrored ? -first.right : left;
  const tolerance = first.size * 0.5;
  while (stack.length > 1 && place < (stack.at(-1) ?? 0) - tolerance) stack.pop();
  const innermost = stack.at(-1);
  if (innermost === undefined || (place > innermost + tolerance && stack.length <= listDepthMax))
    stack.push(place);
  else if (place < innermost - tolerance) stack[stack.length - 1] = place;
  return stack.length - 1;
}

/** Whether numbers begin again, or the kind of list changes, at the same depth. */
function isRestart(group: TextGroup, last: TextGroup | undefined): boolean {
  const [marker, before] = [group.marker, last?.marker];
  if (marker === undefined || before === undefined) return false;
  return marker.style === before.style && marker.number === 1 && (before.number ?? 0) >= 2;
}
