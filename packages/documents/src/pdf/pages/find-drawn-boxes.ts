import type { PageBox } from '@quern/content/blocks/content-block';
import type { PageContents } from '@quern/pdf';
import type { Word } from '../words/word.ts';
import { labelOf, markWord } from './mark-word.ts';

type Rule = PageContents['rules'][number];

/** Sides of a check box in points; how far its sides may be apart where they meet. */
const [sideMin, sideMax, tolerance] = [5, 18, 1.5];
/** Boxes that are nearer to each other are fields for single characters. */
const gapMin = 1.5;
/** More rules are those of a drawing. */
const rulesMax = 2000;
/** Signs that tick a box: crosses and check marks, also in fonts for signs that use letters. */
const tick = /^(?:[xX×✓✔✗✘☒☑✕✖✚+]|[4568]|[\uf0fc\uf0fb\uf0fd\uf0fe])$/u;
/** A drawing ticks a box if it is at least this share of its side. */
const tickShareMin = 0.3;

/** What is left of a page without its drawn check boxes. */
export interface DrawnBoxes {
  /** ☒ and ☐ on the baselines of the texts next to them. */
  readonly marks: readonly Word[];
  readonly words: readonly Word[];
  readonly rules: readonly Rule[];
}

/** Finds check boxes that are drawn: squares of four lines next to a text, ticked by a sign or by strokes inside. */
export function findDrawnBoxes(
  words: readonly Word[],
  { rules, strokes }: Pick<PageContents, 'rules' | 'strokes'>,
): DrawnBoxes {
  const squares = findSquares(rules);
  const marks: Word[] = [];
  const ticks = new Set<Word>();
  const sides = new Set<Rule>();
  for (const square of squares) {
    if (squares.some((other) => other !== square && areAdjacent(square.box, other.box))) continue;
    const inside = words.filter((word) => isInside(word, square.box));
    if (inside.some(({ text }) => !tick.test(text)) || inside.length > 1) continue;
    const others = words.filter((word) => !inside.includes(word));
    if (!labelOf(others, square.box)) continue;
    const isTicked = inside.length > 0 || strokes.some((stroke) => isTick(stroke, square.box));
    marks.push(markWord(others, { ...square.box, value: isTicked ? '☒' : '☐' }));
    for (const word of inside) ticks.add(word);
    for (const rule of square.sides) sides.add(rule);
  }
  if (marks.length === 0) return { marks, words, rules };
  return {
    marks,
    words: words.filter((word) => !ticks.has(word)),
    rules: rules.filter((rule) => !sides.has(rule)),
  };
}

interface Square {
  readonly box: PageBox;
  readonly sides: readonly Rule[];
}

function findSquares(rules: readonly Rule[]): Square[] {
  const isShort = ({ left, top, right, bottom }: Rule) => {
    const length = Math.max(right - left, bottom - top);
    return length >= sideMin && length <= sideMax;
  };
  const short = rules.filter(isShort);
  if (short.length > rulesMax) return [];
  const horizontal = short
    .filter(({ direction }) => direction === 'horizontal')
    .toSorted((a, b) => a.top - b.top);
  const vertical = short.filter(({ direction }) => direction === 'vertical');
  const squares: Square[] = [];
  for (const [index, top] of horizontal.entries()) {
    const side = top.right - top.left;
    const bottom = horizontal
      .slice(index + 1)
      .find(
        (rule) => near(rule.left, top.left) && near(rule.right, top.right) && near(rule.top - top.top, side),
      );
    if (!bottom) continue;
    const reaches = (rule: Rule) => near(rule.top, top.top) && near(rule.bottom, bottom.bottom);
    const left = vertical.find((rule) => near(rule.left, top.left) && reaches(rule));
    const right = vertical.find((rule) => near(rule.right, top.right) && reaches(rule));
    if (!left || !right) continue;
    const box = { left: top.left, top: top.top, right: top.right, bottom: bottom.bottom };
    // A frame of two lines is one box.
    if (squares.some((square) => isInside(box, square.box) || isInside(square.box, box))) continue;
    squares.push({ box, sides: [top, bottom, left, right] });
  }
  return squares;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= tolerance;
}

/** Whether the middle of a box is inside another. */
function isInside(inner: PageBox, outer: PageBox): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}

function areAdjacent(a: PageBox, b: PageBox): boolean {
  const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
  return across < gapMin && down < gapMin;
}

function isTick(stroke: PageBox, box: PageBox): boolean {
  const sideMinimum = (box.right - box.left) * tickShareMin;
  return (
    isInside(stroke, box) &&
    stroke.right - stroke.left >= sideMinimum &&
    stroke.bottom - stroke.top >= sideMinimum
  );
}
