import { pointIn, type TextRegion } from '../../detection/text-region.ts';
import { evaluatePolynomial, fitPolynomial } from '../../geometry/polynomial.ts';
import { stepWidth } from '../../recognition/ink-coverage.ts';
import type { FlatSegment, Segment } from './segment.ts';

/** A gap between two words of a segment, on the flattened page. */
export interface WordGap {
  readonly left: number;
  readonly right: number;
}

/** Splits a segment at gaps between its words, from left to right. */
export function splitSegment(flat: FlatSegment, gaps: readonly WordGap[]): FlatSegment[] {
  const { segment, left, right } = flat;
  const scale = segment.stripWidth / stepWidth / (right - left);
  const stepOf = (x: number): number => Math.round((x - left) * scale);
  const last = Math.round(segment.stripWidth / stepWidth);
  const starts = [0, ...gaps.map((gap) => stepOf(gap.right))];
  const ends = [...gaps.map((gap) => stepOf(gap.left)), last];
  return starts.flatMap((start, index) => {
    const end = ends[index] ?? last;
    const part = partOf(segment, start, end);
    return part === undefined
      ? []
      : [{ ...flat, segment: part, left: left + start / scale, right: left + end / scale }];
  });
}

/** The part of a segment between two time steps; undefined without text. */
function partOf(segment: Segment, start: number, end: number): Segment | undefined {
  const inside = segment.characters.filter(({ firstStep, lastStep }) => {
    const middle = (firstStep + lastStep + 1) / 2;
    return middle >= start && middle < end;
  });
  const from = inside.findIndex(({ text }) => text !== ' ');
  if (from < 0) return undefined;
  const to = inside.findLastIndex(({ text }) => text !== ' ') + 1;
  const share = (step: number): number => (2 * step * stepWidth) / segment.stripWidth - 1;
  return {
    ...segment,
    region: cutRegion(segment.region, share(start), share(end)),
    stripWidth: (end - start) * stepWidth,
    characters: inside.slice(from, to).map((character) => ({
      ...character,
      firstStep: character.firstStep - start,
      lastStep: character.lastStep - start,
    })),
  };
}

/** The part of a region between two positions along its axis, from −1 to 1. */
function cutRegion(region: TextRegion, from: number, to: number): TextRegion {
  const { rectangle, bend } = region;
  const [middle, half] = [(from + to) / 2, (to - from) / 2];
  const us = bend.map((_, index) => (bend.length < 2 ? 0 : (2 * index) / (bend.length - 1) - 1));
  const offsets = us.map((u) => evaluatePolynomial(bend, middle + half * u));
  return {
    ...region,
    rectangle: {
      ...rectangle,
      center: pointIn({ ...region, bend: [] }, middle, 0),
      width: rectangle.width * half,
    },
    // As many points as coefficients determine the same curve.
    bend: bend.length === 0 ? [] : fitPolynomial(us, offsets, bend.length - 1),
  };
}
