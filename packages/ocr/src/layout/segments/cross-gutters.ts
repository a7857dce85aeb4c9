import type { LayoutItem } from '@quern/layout';
import { areAlike, type Gutter } from './find-gutters.ts';
import { median } from './segment.ts';
import type { WordGap } from './split-segment.ts';

/** A gap between words covers a gutter within this part of the font size. */
const tolerance = 0.3;
/** Lines next to columns are apart by at most this many font sizes. */
const reach = 2;
/** Columns within this many font sizes are around a line. */
const surroundings = 12;
/** The gap of a single line across a single gutter is wider than its other gaps by this factor. */
const widerMin = 1.25;

/** A line of words across gutters. */
interface CrossingLine {
  readonly index: number;
  readonly top: number;
  readonly bottom: number;
  /** All gaps between its words. */
  readonly all: readonly WordGap[];
  /** The gutters that it crosses, with its gap at each; none where a word is there. */
  readonly gaps: ReadonlyMap<Gutter, WordGap | undefined>;
  /** Whether it has gaps at most of the gutters around it. */
  readonly isDivided: boolean;
}

/**
 * Finds the gaps of lines that are gutters, though the columns were found without these lines: the first and last lines of
 * columns have too few others above or below. A space of text that spans columns may be at a gutter by chance, so that one
 * needs further evidence: other gutters of the line, lines next to it, or its width. A line may be far from the columns if
 * it has gaps at several gutters and a word at none, as newspapers have one grid.
 *
 * @param lines the words of each line, from left to right
 * @returns the gaps of each line
 */
export function findCrossedGutters(
  lines: readonly (readonly LayoutItem[])[],
  gutters: readonly Gutter[],
): ReadonlySet<WordGap>[] {
  const found = lines.map(() => new Set<WordGap>());
  const crossing = lines.flatMap((words, index) => toCrossingLine(words, index, gutters) ?? []);
  const accept = (line: CrossingLine, gutter: Gutter): void => {
    const gap = line.gaps.get(gutter);
    if (gap !== undefined) found[line.index]?.add(gap);
  };
  for (const gutter of gutters) {
    const { top, bottom } = gutter.shared;
    const divided = crossing.filter(({ gaps }) => gaps.has(gutter));
    const isAbove = (line: CrossingLine): boolean => (line.top + line.bottom) / 2 < top;
    const isBelow = (line: CrossingLine): boolean => (line.top + line.bottom) / 2 > bottom;
    for (const line of [
      ...divided.filter((other) => other.isDivided && !isAbove(other) && !isBelow(other)),
      ...runFrom(gutter.top, -1, divided.filter(isAbove), gutter),
      ...runFrom(gutter.bottom, 1, divided.filter(isBelow), gutter),
    ])
      accept(line, gutter);
  }
  for (const line of crossing) {
    const gaps = [...line.gaps.values()];
    if (new Set(gaps).size > 1 && !gaps.includes(undefined))
      for (const gutter of line.gaps.keys()) accept(line, gutter);
  }
  return found;
}

/** Describes a line; undefined if it crosses no gutter. */
function toCrossingLine(
  words: readonly LayoutItem[],
  index: number,
  gutters: readonly Gutter[],
): CrossingLine | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { top, bottom } = first;
  const crossed = gutters.filter(
    (gutter) => first.right < gutter.right && last.left > gutter.left && areAlike(first, gutter),
  );
  if (crossed.length === 0) return undefined;
  const all = words
    .slice(1)
    .map((word, at): WordGap => ({ left: words[at]?.right ?? word.left, right: word.left }));
  const gaps = new Map(
    crossed.map((gutter) => {
      const slack = tolerance * gutter.size;
      return [
        gutter,
        all.find(({ left, right }) => left < gutter.left + slack && right > gutter.right - slack),
      ];
    }),
  );
  const around = crossed.filter((gutter) => distanceTo(first, gutter) < surroundings * gutter.size);
  const covered = around.filter((gutter) => gaps.get(gutter) !== undefined).length;
  return { index, top, bottom, gaps, all, isDivided: covered > around.length - covered };
}

const distanceTo = ({ top, bottom }: LayoutItem, gutter: Gutter): number =>
  Math.max(0, gutter.top - bottom, top - gutter.bottom);

/** The lines next to the end of columns, and next to each other, that have a gap at their gutter, if that is not by chance. */
function runFrom(
  end: number,
  direction: 1 | -1,
  lines: readonly CrossingLine[],
  gutter: Gutter,
): CrossingLine[] {
  const run: CrossingLine[] = [];
  const near = ({ top, bottom }: CrossingLine): number => (direction > 0 ? top : -bottom);
  let edge = end * direction;
  for (const line of lines.toSorted((a, b) => near(a) - near(b))) {
    if (near(line) - edge > reach * gutter.size || !line.isDivided) break;
    if (line.gaps.get(gutter) === undefined) break;
    run.push(line);
    edge = direction > 0 ? line.bottom : -line.top;
  }
  const evidence = run.reduce((sum, { gaps }) => sum + gapsIn(gaps).size, 0);
  const [only] = run;
  return evidence > 1 || (only !== undefined && hasWideGap(only)) ? run : [];
}

const gapsIn = (gaps: CrossingLine['gaps']): Set<WordGap> =>
  new Set([...gaps.values()].filter((gap) => gap !== undefined));

/** Whether the gaps of a line at gutters are wider than the others. */
function hasWideGap({ gaps, all }: CrossingLine): boolean {
  const found = gapsIn(gaps);
  const others = median(all.filter((gap) => !found.has(gap)).map(widthOf));
  return [...found].every((gap) => widthOf(gap) >= widerMin * others);
}

const widthOf = ({ left, right }: WordGap): number => right - left;
