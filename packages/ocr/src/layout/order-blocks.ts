import { dividePage, type LayoutItem } from '@quern/layout';
import { bottomOf, type FlatSegment, topOf } from './segments/segment.ts';
import { flatWordsOf } from './tables/flat-words.ts';

/** Size of the font in parts of the height of a detected line. */
const sizeShare = 0.75;
/** Words that are apart by more than this part of the height are pieces of a line. */
const pieceGap = 0.7;

interface SegmentItem extends LayoutItem {
  readonly flat: FlatSegment;
}

/**
 * Divides a page into blocks and brings them into reading order.
 *
 * @param isRightToLeft whether the right column is read first
 */
export function orderBlocks(segments: readonly FlatSegment[], isRightToLeft: boolean): FlatSegment[][] {
  const regions = dividePage({ items: segments.map(toItem), areLines: true, isRightToLeft });
  return regions.map((items) => items.map(({ flat }) => flat));
}

function toItem(flat: FlatSegment): SegmentItem {
  const { left, right, height } = flat;
  let text = '';
  let end = Infinity;
  for (const word of flatWordsOf([flat])) {
    if (text !== '') text += word.left - end > pieceGap * height ? '\t' : ' ';
    text += word.text;
    end = word.right;
  }
  return { left, right, top: topOf(flat), bottom: bottomOf(flat), size: height * sizeShare, text, flat };
}
