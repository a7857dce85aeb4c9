import { stepWidth } from '../../recognition/ink-coverage.ts';
import type { FlatSegment } from '../segments/segment.ts';

/** A character reaches about this many columns of its strip beyond its time steps. */
const reach = 5;
/** Text detection ends a segment at wide gaps only: a gap between two counts for this much more, in heights of a line. */
const segmentGap = 0.35;

/** A word on the flattened page, in pixels along the lines. */
export interface FlatWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Whether it is the first one of its segment. */
  readonly startsSegment: boolean;
}

/** Divides segments into words, from left to right. */
export function flatWordsOf(segments: readonly FlatSegment[]): FlatWord[] {
  const words: FlatWord[] = [];
  for (const segment of segments) {
    const [first, ...others] = wordsOfSegment(segment);
    const before = words.at(-1);
    if (first === undefined) continue;
    if (segment.continuesWord === true && before !== undefined)
      words[words.length - 1] = { ...before, text: before.text + first.text, right: first.right };
    else words.push(first);
    words.push(...others);
  }
  return words.toSorted((a, b) => a.left - b.left);
}

/** How clearly two words of a row are separate, in heights of a line; infinite without a first one. */
export function gapBetween(before: FlatWord | undefined, word: FlatWord, height: number): number {
  if (before === undefined) return Infinity;
  return (word.left - before.right) / height + (word.startsSegment ? segmentGap : 0);
}

function wordsOfSegment({ segment, left, right }: FlatSegment): FlatWord[] {
  const scale = (right - left) / segment.stripWidth;
  const words: FlatWord[] = [];
  let [text, first, last] = ['', Infinity, -Infinity];
  const end = (): void => {
    if (text !== '')
      words.push({
        text,
        left: left + (first * stepWidth - reach) * scale,
        right: left + ((last + 1) * stepWidth + reach) * scale,
        startsSegment: false,
      });
    [text, first, last] = ['', Infinity, -Infinity];
  };
  for (const character of segment.characters) {
    if (character.text === ' ') {
      end();
      continue;
    }
    text += character.text;
    first = Math.min(first, character.firstStep);
    last = Math.max(last, character.lastStep);
  }
  end();
  const start = Math.min(...words.map((word) => word.left));
  return words.map((word) => ({ ...word, startsSegment: word.left === start }));
}
