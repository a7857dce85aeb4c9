import type { LayoutItem } from '@quern/layout';
import type { RandomSource } from '../../ocr/render/drawing/random-source.ts';
import type { PlacedLine, PlacedPage, PlacedWord } from './placed-page.ts';

/** An item of a page with the line that it is a part of. */
export interface TruthItem extends LayoutItem {
  readonly unit: number;
  readonly line: number;
}

/** The words of a page as a PDF has them, in no order. */
export function wordItems(page: PlacedPage, random: RandomSource): TruthItem[] {
  const items = page.units.flatMap(({ lines }, unit) =>
    lines.flatMap((words, line) => words.map((word) => ({ ...boxOf(word), unit, line }))),
  );
  return random.shuffle(items);
}

const boxOf = ({ text, left, top, right, bottom, size, font }: PlacedWord): LayoutItem => ({
  text,
  left,
  top,
  right,
  bottom,
  size,
  isBold: font.endsWith('-Bold'),
});

/** Gaps of this part of the font size divide a line. */
const gapMin = 1;
/** Noise of edges in parts of the font size, and a slope of the page. */
const [edgeNoise, slopeMax] = [0.06, 0.0015];
/** Lines that are read in two parts, though they have no gap. */
const dividedShare = 0.03;

/** The lines of a page as a text detector finds them: in parts between gaps, with imprecise edges, and tilted. */
export function lineItems(page: PlacedPage, random: RandomSource): TruthItem[] {
  const slope = random.number(-slopeMax, slopeMax);
  const items = page.units.flatMap(({ lines }, unit) =>
    lines.flatMap((words, line) =>
      partsOf(words, random).map((part): TruthItem => {
        const [first, last] = [part[0], part.at(-1)];
        if (first === undefined || last === undefined) throw new RangeError('A part needs a word.');
        const { size } = first;
        const noise = () => random.normal() * size * edgeNoise;
        const shift = slope * (first.left + last.right) * 0.5 + noise() * 0.5;
        const height = size * (1 + random.normal() * 0.04);
        const middle = first.baseline - size * 0.3 + shift;
        return {
          text: part.map(({ text }) => text).join(' '),
          left: first.left - size * 0.12 + noise(),
          right: last.right + size * 0.12 + noise(),
          top: middle - height * 0.65,
          bottom: middle + height * 0.65,
          size: height,
          unit,
          line,
        };
      }),
    ),
  );
  return random.shuffle(items);
}

function partsOf(words: PlacedLine, random: RandomSource): PlacedWord[][] {
  const parts: PlacedWord[][] = [];
  const at = random.chance(dividedShare) ? random.integer(1, words.length) : 0;
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const isApart = before === undefined || index === at || word.left - before.right > gapMin * word.size;
    if (isApart) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
