import { dividePage, type LayoutItem } from '@quern/layout';
import { findCrossedGutters } from './segments/cross-gutters.ts';
import { findGutters } from './segments/find-gutters.ts';
import { bottomOf, type FlatSegment, topOf } from './segments/segment.ts';
import { splitSegment } from './segments/split-segment.ts';
import { type FlatWord, flatWordsOf } from './tables/flat-words.ts';

/** Size of the font in parts of the height of a detected line. */
const sizeShare = 0.75;
/** Words that are apart by more than this part of the height are pieces of a line. */
const pieceGap = 0.7;
/** Words are placed by the time steps of the network, within this part of the font size. */
const wordTolerance = 0.15;
/** Words of different columns are apart by at least this part of the height. */
const gutterMin = 0.3;

interface SegmentItem extends LayoutItem {
  readonly flat: FlatSegment;
}

/**
 * Divides a page into blocks and brings them into reading order. Segments that reach across close columns are split.
 *
 * @param isRightToLeft whether the right column is read first
 */
export function orderBlocks(segments: readonly FlatSegment[], isRightToLeft: boolean): FlatSegment[][] {
  const items = splitAtColumns(segments).map(toItem);
  return dividePage({ items, areLines: true, isRightToLeft }).map((region) => region.map(({ flat }) => flat));
}

/** Splits the segments whose words are in different columns: text detection joins lines whose gap is like a space. */
function splitAtColumns(segments: readonly FlatSegment[]): FlatSegment[] {
  const words = segments.map((flat) =>
    flatWordsOf([flat]).map((word) => ({ ...boxOf(flat, word), text: word.text })),
  );
  const regions = dividePage({ items: words.flat(), edgeTolerance: wordTolerance });
  if (regions.length < 2) return [...segments];
  const regionOf = new Map(regions.flatMap((region, index) => region.map((word) => [word, index])));
  const crossed = findCrossedGutters(words, findGutters(regions));
  return segments.flatMap((flat, index) => {
    const line = words[index] ?? [];
    const lefts = new Set([...(crossed[index] ?? [])].map(({ left }) => left));
    const gaps = line.flatMap((word, at) => {
      const before = line[at - 1];
      if (before === undefined) return [];
      const isCut =
        lefts.has(before.right) ||
        (regionOf.get(before) !== regionOf.get(word) && word.left - before.right > gutterMin * flat.height);
      return isCut ? [{ left: before.right, right: word.left }] : [];
    });
    return gaps.length === 0 ? [flat] : splitSegment(flat, gaps);
  });
}

function toItem(flat: FlatSegment): SegmentItem {
  const words = flatWordsOf([flat]);
  let text = '';
  let end = Infinity;
  for (const word of words) {
    if (text !== '') text += word.left - end > pieceGap * flat.height ? '\t' : ' ';
    text += word.text;
    end = word.right;
  }
  // The region of a segment may reach into the next column.
  const left = Math.max(flat.left, words[0]?.left ?? flat.left);
  const right = Math.max(left, Math.min(flat.right, words.at(-1)?.right ?? flat.right));
  return { ...boxOf(flat, { left, right }), text, flat };
}

const boxOf = (flat: FlatSegment, { left, right }: Pick<FlatWord, 'left' | 'right'>) => ({
  left,
  right,
  top: topOf(flat),
  bottom: bottomOf(flat),
  size: flat.height * sizeShare,
});
