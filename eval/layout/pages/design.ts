import type { RandomSource } from '../../ocr/render/drawing/random-source.ts';
import type { FontName } from './font.ts';
import type { Slot, TextStyle } from './typesetter.ts';

/** The fonts and distances of a page. */
export interface Design {
  readonly body: TextStyle;
  readonly heading: TextStyle;
  readonly title: TextStyle;
  readonly small: TextStyle;
  readonly bold: TextStyle;
  /** Distance of paragraphs; 0 if they are indented. */
  readonly gap: number;
  /** Distance of columns in points. */
  readonly gutter: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const families: readonly { body: FontName; bold: FontName }[] = [
  { body: 'Times-Roman', bold: 'Times-Bold' },
  { body: 'Helvetica', bold: 'Helvetica-Bold' },
  { body: 'Times-Roman', bold: 'Helvetica-Bold' },
  { body: 'Times-Italic', bold: 'Times-Bold' },
  { body: 'Courier', bold: 'Helvetica-Bold' },
];

/** Draws the design of a page. @param isTight whether columns are as close as in a newspaper */
export function drawDesign(random: RandomSource, isTight = false): Design {
  const family = isTight ? random.pick(families.slice(0, 3)) : random.pick(families);
  const size = isTight ? random.number(7.5, 9) : random.number(8.5, 11);
  const isIndented = random.chance(0.5);
  const body: TextStyle = {
    font: family.body,
    size,
    leading: random.number(1.12, 1.35),
    align: isTight || random.chance(0.6) ? 'justify' : 'left',
    indent: isIndented ? size * 1.2 : 0,
    isHyphenated: isTight || random.chance(0.5),
  };
  const plain = { indent: 0, isHyphenated: false, align: 'left' } as const;
  const margin = random.number(36, 60);
  return {
    body,
    heading: { ...plain, font: family.bold, size: size * random.number(1.1, 1.5), leading: 1.2 },
    title: { ...plain, font: family.bold, size: size * random.number(1.8, 2.8), leading: 1.15 },
    small: { ...body, ...plain, size: size * 0.82 },
    bold: { ...body, ...plain, font: family.bold },
    gap: isIndented ? 0 : size * random.number(0.5, 1),
    gutter: isTight ? size * random.number(0.85, 1.2) : size * random.number(1.5, 2.6),
    left: margin,
    right: 595 - margin,
    top: random.number(40, 60),
    bottom: 842 - random.number(50, 70),
  };
}

/** Columns of equal width over the page. */
export function columnsOf(
  design: Design,
  count: number,
  top: number,
  bottom: number = design.bottom,
): Slot[] {
  const width = (design.right - design.left - design.gutter * (count - 1)) / count;
  return Array.from({ length: count }, (_, index) => ({
    x: design.left + index * (width + design.gutter),
    width,
    top,
    bottom,
  }));
}
