import { stepWidth } from '../recognition/ink-coverage.ts';
import type { FlatSegment } from './segment.ts';

/** A character reaches about this many columns of its strip beyond its time steps. */
const reach = 5;

/** A word on the flattened page, in pixels along the lines. */
export interface FlatWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Divides segments into words, from left to right. */
export function flatWordsOf(segments: readonly FlatSegment[]): FlatWord[] {
  return segments.flatMap(wordsOfSegment).toSorted((a, b) => a.left - b.left);
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
  return words;
}
