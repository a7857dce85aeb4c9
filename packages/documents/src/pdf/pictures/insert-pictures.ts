import type { ContentBlock, FigureBlock, PageBox } from '@quern/content/blocks/content-block';

/** A picture on a page. */
export interface PlacedPicture {
  readonly page: number;
  /** On the page as displayed. */
  readonly box: PageBox;
  /** On the page as it is read, which is turned if its text is. */
  readonly place: PageBox;
  readonly description: string;
  readonly url: string;
}

/** Overlap of a picture with the text above it that is an inaccuracy of boxes: a share of its height, and points. */
const [overlapShareMax, overlapMax] = [0.2, 12];

/** Inserts the pictures of pages between their blocks: after the block above it in its column, so that a caption follows it. */
export function insertPictures(
  blocks: readonly ContentBlock[],
  pictures: readonly PlacedPicture[],
): ContentBlock[] {
  if (pictures.length === 0) return [...blocks];
  const groups = new Map<number, GroupedPicture[]>();
  const rangeOf = rangesOfPages(blocks);
  for (const picture of pictures) {
    const [start, end] = rangeOf(picture.page);
    const { index, isBelow } = placeOf(picture.place, blocks, start, end);
    const group = groups.get(index);
    const grouped = { ...picture, isBelow };
    if (group === undefined) groups.set(index, [grouped]);
    else group.push(grouped);
  }
  const inserted: ContentBlock[] = [];
  for (let index = 0; index <= blocks.length; index += 1) {
    const block = blocks[index];
    for (const picture of (groups.get(index) ?? []).toSorted(byPlace))
      inserted.push({ ...figureOf(picture), ...inItem(blocks[index - 1], block) });
    if (block !== undefined) inserted.push(block);
  }
  return inserted;
}

/** @returns the indexes of the first block of a page and of the one after the last */
function rangesOfPages(blocks: readonly ContentBlock[]): (page: number) => readonly [number, number] {
  const ranges = new Map<number, [number, number]>();
  for (const [index, { page }] of blocks.entries()) {
    if (page === undefined) continue;
    const range = ranges.get(page);
    if (range === undefined) ranges.set(page, [index, index + 1]);
    else range[1] = index + 1;
  }
  return (page) => {
    const known = ranges.get(page);
    if (known !== undefined) return known;
    const next = blocks.findIndex((block) => (block.page ?? 0) > page);
    const at = next < 0 ? blocks.length : next;
    return [at, at];
  };
}

/** A picture among those between the same blocks. */
interface GroupedPicture extends PlacedPicture {
  /** Whether it belongs to the column of the block before it. */
  readonly isBelow: boolean;
}

/** @returns the index of the block of a page before which a picture is */
function placeOf(
  place: PageBox,
  blocks: readonly ContentBlock[],
  start: number,
  end: number,
): { readonly index: number; readonly isBelow: boolean } {
  const tolerance = Math.min((place.bottom - place.top) * overlapShareMax, overlapMax);
  const isAbove = (box: PageBox) => box.bottom <= place.top + tolerance;
  const boxes = blocks.slice(start, end).map(({ kind, box }) => (kind === 'footnote' ? undefined : box));
  const inColumn = boxes.map((box) => (box && overlapOf(box, place) > 0 ? box : undefined));
  const candidates = inColumn.some((box) => box !== undefined) ? inColumn : boxes;
  const above = candidates.findLastIndex((box) => box !== undefined && isAbove(box));
  const below = candidates.findIndex((box, index) => box !== undefined && index > above && !isAbove(box));
  const [aboveBox, belowBox] = [candidates[above], candidates[below]];
  const afterAbove = { index: start + above + 1, isBelow: true };
  const beforeBelow = { index: start + below, isBelow: false };
  if (belowBox === undefined) return afterAbove;
  if (aboveBox === undefined) return beforeBelow;
  // Between them can be other columns: the picture belongs to the one whose width is more like its own.
  return overlapOf(belowBox, place) > overlapOf(aboveBox, place) ? beforeBelow : afterAbove;
}

/** The width that two boxes share, as a part of the width of both together. */
function overlapOf(a: PageBox, b: PageBox): number {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return Math.max(0, shared) / (Math.max(a.right, b.right) - Math.min(a.left, b.left));
}

/** Those of the column before first; in a column from top to bottom, and from left to right in a row. */
function byPlace(first: GroupedPicture, second: GroupedPicture): number {
  if (first.isBelow !== second.isBelow) return first.isBelow ? -1 : 1;
  const [a, b] = [first.place, second.place];
  const isInRow = a.top < b.bottom && b.top < a.bottom;
  return isInRow ? a.left - b.left : a.top - b.top;
}

function figureOf({ page, box, description, url }: PlacedPicture): FigureBlock {
  return { kind: 'figure', alternativeText: description, url, page, box };
}

/** A picture between two items does not end their list. */
function inItem(before: ContentBlock | undefined, after: ContentBlock | undefined): { itemDepth?: number } {
  const isInList = after?.kind === 'list-item' && after.startsList !== true;
  const depth = before?.kind === 'list-item' ? before.depth : before?.itemDepth;
  return isInList && depth !== undefined ? { itemDepth: depth } : {};
}
