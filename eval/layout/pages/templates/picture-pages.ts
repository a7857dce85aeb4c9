import { columnsOf } from '../design.ts';
import type { Slot } from '../typesetter.ts';
import { writeHeading, writeSentence } from '../write-prose.ts';
import { around, fill, setFigure, setTitle, type Template } from './template.ts';

/** The parts of a column above, next to and below a box that reaches into it from one side. */
function flowAround(slot: Slot, box: { x: number; width: number; top: number; bottom: number }): Slot[] {
  const [above, beside, below] = around(
    slot,
    (box.top - slot.top) / (slot.bottom - slot.top - (box.bottom - box.top)),
    box.bottom - box.top,
    0,
  );
  const isLeft = box.x <= slot.x;
  const from = isLeft ? box.x + box.width : slot.x;
  const to = isLeft ? slot.x + slot.width : box.x;
  return [above, { ...beside, x: from, width: to - from }, below];
}

/** Pages whose text flows around pictures, or whose captions are next to them. */
export const picturePages: readonly Template[] = [
  {
    name: 'two columns that flow around a picture between them',
    set: (page, design) => {
      const [first, second] = columnsOf(design, 2, setTitle(page, design));
      if (first === undefined || second === undefined) return;
      const top = first.top + page.random.number(0.2, 0.5) * (first.bottom - first.top);
      const box = { x: first.x + first.width * 0.6, top, bottom: top + page.random.number(90, 160) };
      const width = second.x + second.width * 0.4 - box.x;
      const space = 8;
      const outer = {
        x: box.x - space,
        width: width + 2 * space,
        top: box.top - space,
        bottom: box.bottom + space,
      };
      page.figure({ left: box.x, right: box.x + width, top: box.top, bottom: box.bottom });
      fill(page, design, [
        ...flowAround(first, outer),
        ...flowAround(second, { ...outer, x: second.x, width: outer.x + outer.width - second.x }),
      ]);
    },
  },
  {
    name: 'text that flows around a picture at its side',
    set: (page, design) => {
      const [whole] = columnsOf(design, 1, setTitle(page, design));
      if (whole === undefined) return;
      const isLeft = page.random.chance(0.5);
      const width = whole.width * page.random.number(0.35, 0.5);
      const x = isLeft ? whole.x : whole.x + whole.width - width;
      const top = whole.top + page.random.number(0.15, 0.5) * (whole.bottom - whole.top);
      const bottom = top + page.random.number(110, 200);
      setFigure(page, design, {
        x: isLeft ? x : x + 10,
        width: width - 10,
        top: top + 6,
        bottom: bottom - 4,
      });
      fill(page, design, flowAround(whole, { x, width, top, bottom }));
    },
  },
  {
    name: 'caption next to a picture above two columns',
    set: (page, design) => {
      const top = setTitle(page, design);
      const height = page.random.number(130, 220);
      const width = (design.right - design.left) * page.random.number(0.55, 0.72);
      page.figure({ left: design.left, right: design.left + width, top, bottom: top + height });
      const caption = `Figure ${page.random.integer(1, 9)}. ${writeSentence(page.random, 10, 20)}`;
      const x = design.left + width + 10;
      page.text(
        caption,
        { x, width: design.right - x, top: top + height * page.random.number(0, 0.4) },
        design.small,
        'float',
      );
      fill(page, design, columnsOf(design, 2, top + height + 14));
    },
  },
  {
    name: 'two pictures with captions above three columns',
    set: (page, design) => {
      const top = setTitle(page, design);
      const bottom = top + page.random.number(150, 220);
      for (const slot of columnsOf(design, 2, top, bottom)) setFigure(page, design, slot);
      fill(page, design, columnsOf(design, 3, bottom + 10));
    },
  },
  {
    name: 'column of pictures with captions next to an article',
    set: (page, design) => {
      const top = setTitle(page, design);
      const width = (design.right - design.left) * 0.3;
      const article = { ...design, right: design.right - width - design.gutter };
      const x = design.right - width;
      let at = top;
      while (at + 130 < design.bottom) {
        const height = page.random.number(100, 150);
        setFigure(page, design, { x, width, top: at, bottom: Math.min(at + height, design.bottom) });
        at += height + page.random.number(10, 40);
      }
      fill(page, design, columnsOf(article, page.random.chance(0.5) ? 1 : 2, top));
    },
  },
  {
    name: 'captions at the outer side of pictures in a column',
    set: (page, design) => {
      const [first, second] = columnsOf(design, 2, setTitle(page, design));
      if (first === undefined || second === undefined) return;
      const [above, middle, below] = around(second, 0.4, 120, 10);
      const picture = middle.width * 0.58;
      page.figure({ left: middle.x, right: middle.x + picture, top: middle.top, bottom: middle.bottom });
      page.text(
        `Figure ${page.random.integer(1, 9)}. ${writeHeading(page.random, 5, 12)}.`,
        { x: middle.x + picture + 6, width: middle.width - picture - 6, top: middle.top + 8 },
        design.small,
        'float',
      );
      fill(page, design, [first, above, below]);
    },
  },
  {
    name: 'two columns that flow around a picture with a caption',
    set: (page, design) => {
      const [first, second] = columnsOf(design, 2, setTitle(page, design));
      if (first === undefined || second === undefined) return;
      const top = first.top + page.random.number(60, 110);
      const height = page.random.number(260, 340);
      const box = { x: first.x + first.width * 0.55, top, bottom: top + height };
      const right = second.x + second.width * 0.45;
      const space = 8;
      page.figure({ left: box.x, right, top, bottom: box.bottom - 60 });
      page.text(
        `Figure ${page.random.integer(1, 9)}. ${writeHeading(page.random, 6, 9)}.`,
        { x: box.x + 20, width: right - box.x - 40, top: box.bottom - 54 },
        { ...design.small, align: 'center' },
        'float',
      );
      const outer = { x: box.x - space, top: top - space, bottom: box.bottom + space };
      fill(page, design, [
        ...flowAround(first, { ...outer, width: right - box.x + 2 * space }),
        ...flowAround(second, { ...outer, x: second.x, width: right + space - second.x }),
      ]);
    },
  },
];
