import type { RandomSource } from '../../../ocr/render/drawing/random-source.ts';
import type { Design } from '../design.ts';
import type { Slot, TextStyle, Typesetter } from '../typesetter.ts';
import { writeHeading, writeParagraph } from '../write-prose.ts';

/** A kind of page. */
export interface Template {
  readonly name: string;
  /** Whether its columns are as close as in a newspaper. */
  readonly isTight?: boolean;
  readonly set: (page: Typesetter, design: Design) => void;
}

/** More paragraphs than fit on a page. */
export const paragraphs = (random: RandomSource, count = 60): string[] =>
  Array.from({ length: count }, () => writeParagraph(random));

/** Sets a text over the whole width. @returns the height below it */
export function setAcross(
  page: Typesetter,
  design: Design,
  text: string,
  top: number,
  style: TextStyle = design.body,
): number {
  return page.text(text, { x: design.left, width: design.right - design.left, top }, style);
}

/** Sets a title over the whole width, at the left or centered. @returns the height below it */
export function setTitle(page: Typesetter, design: Design, top: number = design.top): number {
  const align = page.random.chance(0.5) ? 'center' : 'left';
  const text = writeHeading(page.random, 3, 7);
  return setAcross(page, design, text, top, { ...design.title, align }) + design.title.size * 0.5;
}

/** Fills slots with sections: headings, each with some paragraphs. */
export function setSections(page: Typesetter, design: Design, slots: readonly Slot[]): void {
  const { random } = page;
  const rest = slots.map((slot) => ({ ...slot }));
  while (rest.length > 0) {
    const [slot] = rest;
    if (slot === undefined) break;
    const headingEnd = slot.top + design.heading.size * 1.7 * 2 + design.body.size * 4;
    if (headingEnd > slot.bottom) {
      rest.shift();
      continue;
    }
    const top = page.text(writeHeading(random, 1, 3), slot, design.heading) + design.heading.size * 0.3;
    const texts = paragraphs(random, random.integer(1, 3));
    const from = [{ ...slot, top }, ...rest.slice(1)];
    const end = page.flow(texts, from, design.body, { gap: design.gap });
    const last = from[end.slot];
    rest.splice(0, end.slot + 1);
    if (last !== undefined) rest.unshift({ ...last, top: end.top + design.heading.size });
  }
}

/** Fills slots with paragraphs. */
export function fill(page: Typesetter, design: Design, slots: readonly Slot[]): void {
  page.flow(paragraphs(page.random), slots, design.body, { gap: design.gap });
}

/** Divides a slot around a box of some height, above which there is a part of the height. */
export function around(slot: Slot, at: number, height: number, space: number): [Slot, Slot, Slot] {
  const top = slot.top + (slot.bottom - slot.top - height) * at;
  return [
    { ...slot, bottom: top - space },
    { ...slot, top, bottom: top + height },
    { ...slot, top: top + height + space },
  ];
}

/** Draws a picture with a caption below it in a slot. */
export function setFigure(page: Typesetter, design: Design, slot: Slot): void {
  const caption = `Figure ${page.random.integer(1, 9)}. ${writeHeading(page.random, 3, 9)}.`;
  const top = slot.bottom - design.small.size * 1.2 * 3;
  page.figure({ left: slot.x, right: slot.x + slot.width, top: slot.top, bottom: top - 3 });
  page.text(caption, { ...slot, top }, design.small, 'float');
}
