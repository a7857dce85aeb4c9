import { columnsOf } from '../design.ts';
import type { Slot } from '../typesetter.ts';
import { writeHeading, writeParagraph, writeSentence } from '../write-prose.ts';
import { around, fill, setAcross, setFigure, setSections, setTitle, type Template } from './template.ts';

const isSlot = (slot: Slot | undefined): slot is Slot => slot !== undefined;

/** Joins neighboring columns to one. */
function joined(first: Slot, last: Slot): Slot {
  return { ...first, width: last.x + last.width - first.x };
}

/** Pages of three to five columns, newspapers and magazines. */
export const manyColumns: readonly Template[] = [
  {
    name: 'heading above three columns',
    set: (page, design) => setSections(page, design, columnsOf(design, 3, setTitle(page, design))),
  },
  {
    name: 'three columns of different heights',
    set: (page, design) => {
      const columns = columnsOf(design, 3, setTitle(page, design));
      const { random } = page;
      for (const slot of columns) {
        const bottom = slot.top + (slot.bottom - slot.top) * random.number(0.35, 0.95);
        fill(page, design, [{ ...slot, bottom }]);
      }
    },
  },
  {
    name: 'three columns, a heading over two',
    set: (page, design) => {
      const [first, second, third] = columnsOf(design, 3, design.top);
      if (!isSlot(first) || !isSlot(second) || !isSlot(third)) return;
      const wide = joined(second, third);
      fill(page, design, [first]);
      const top = page.text(writeHeading(page.random, 4, 7), wide, design.title) + 10;
      fill(page, design, [
        { ...second, top },
        { ...third, top },
      ]);
    },
  },
  {
    name: 'three columns with a box in one',
    set: (page, design) => {
      const columns = columnsOf(design, 3, setTitle(page, design));
      const at = page.random.integer(0, 2);
      const slots = columns.flatMap((slot, index) => {
        if (index !== at) return [slot];
        const [above, middle, below] = around(slot, 0.45, 130, 12);
        return [above, below, { ...middle, isBox: true }];
      });
      const boxes = slots.filter((slot) => 'isBox' in slot);
      fill(
        page,
        design,
        slots.filter((slot) => !('isBox' in slot)),
      );
      for (const { x, width, top, bottom } of boxes) {
        page.rule(x, top, x + width);
        page.rule(x, bottom, x + width);
        const inside = { x: x + 6, width: width - 12, top: top + 5, bottom: bottom - 8 };
        page.flow(
          [writeParagraph(page.random, 4, 6)],
          [inside],
          { ...design.small, align: 'left' },
          { kind: 'float' },
        );
      }
    },
  },
  {
    name: 'three columns with figures',
    set: (page, design) => {
      const columns = columnsOf(design, 3, setTitle(page, design));
      const figures: Slot[] = [];
      const slots = columns.flatMap((slot, index) => {
        if (index === 1) return [slot];
        const [above, middle, below] = around(slot, index === 0 ? 0.3 : 0.7, 120, 10);
        figures.push(middle);
        return [above, below];
      });
      fill(page, design, slots);
      for (const slot of figures) setFigure(page, design, slot);
    },
  },
  {
    name: 'three columns with a quotation between two',
    set: (page, design) => {
      const [first, second, third] = columnsOf(design, 3, setTitle(page, design));
      if (!isSlot(first) || !isSlot(second) || !isSlot(third)) return;
      const [a, quotation, b] = around(joined(first, second), 0.5, 70, 12);
      const part = (slot: Slot, column: Slot) => ({ ...slot, x: column.x, width: column.width });
      fill(page, design, [part(a, first), part(b, first), part(a, second), part(b, second), third]);
      page.flow(
        [writeSentence(page.random, 9, 13)],
        [quotation],
        { ...design.heading, align: 'center' },
        { kind: 'float' },
      );
    },
  },
  {
    name: 'newspaper of four columns',
    isTight: true,
    set: (page, design) => setSections(page, design, columnsOf(design, 4, setTitle(page, design))),
  },
  {
    name: 'newspaper of five columns',
    isTight: true,
    set: (page, design) => fill(page, design, columnsOf(design, 5, setTitle(page, design))),
  },
  {
    name: 'newspaper of several articles',
    isTight: true,
    set: (page, design) => {
      const { random } = page;
      const middle = design.top + random.number(300, 420);
      fill(page, design, columnsOf(design, 4, setTitle(page, design), middle));
      const columns = columnsOf(design, 4, middle + 22);
      const [first, second, third, fourth] = columns;
      if (!isSlot(first) || !isSlot(second) || !isSlot(third) || !isSlot(fourth)) return;
      const headline = { ...design.title, size: design.title.size * 0.7 };
      for (const [left, right] of [
        [first, second],
        [third, fourth],
      ] as const) {
        const top = page.text(writeHeading(random, 3, 5), joined(left, right), headline) + 8;
        fill(page, design, [
          { ...left, top },
          { ...right, top },
        ]);
      }
    },
  },
  {
    name: 'newspaper with lines between articles',
    isTight: true,
    set: (page, design) => {
      const { random } = page;
      let top = design.top;
      for (let article = 0; article < 3; article += 1) {
        top = setAcross(page, design, writeHeading(random, 3, 6), top, design.heading) + 6;
        const bottom = top + random.number(150, 190);
        fill(page, design, columnsOf(design, 4, top, bottom));
        page.rule(design.left, bottom + 6, design.right);
        top = bottom + 14;
      }
    },
  },
  {
    name: 'newspaper column next to a wide article',
    isTight: true,
    set: (page, design) => {
      const [first, second, third, fourth] = columnsOf(design, 4, design.top);
      if (!isSlot(first) || !isSlot(second) || !isSlot(third) || !isSlot(fourth)) return;
      setSections(page, design, [first]);
      const wide = joined(second, fourth);
      const top = page.text(writeHeading(page.random, 4, 7), wide, design.title) + 8;
      setFigure(page, design, { ...wide, top, bottom: top + 170 });
      fill(
        page,
        design,
        [second, third, fourth].map((slot) => ({ ...slot, top: top + 184 })),
      );
    },
  },
  {
    name: 'magazine with a column of facts',
    set: (page, design) => {
      const { random } = page;
      const isLeft = random.chance(0.5);
      const width = 120;
      const top = setTitle(page, design);
      const facts: Slot = {
        x: isLeft ? design.left : design.right - width,
        width,
        top,
        bottom: design.bottom,
      };
      const space = width + 20;
      const body = {
        ...design,
        left: design.left + (isLeft ? space : 0),
        right: design.right - (isLeft ? 0 : space),
      };
      let at = page.text(writeHeading(random, 1, 2), facts, design.heading, 'float') + 4;
      for (let fact = 0; fact < 6; fact += 1)
        at = page.text(writeSentence(random, 5, 10), { ...facts, top: at }, design.small, 'float') + 6;
      fill(page, design, columnsOf(body, 2, top));
    },
  },
  {
    name: 'magazine with a large picture',
    set: (page, design) => {
      const [whole] = columnsOf(design, 1, design.top);
      if (!isSlot(whole)) return;
      page.figure({ left: whole.x, right: whole.x + whole.width, top: design.top, bottom: design.top + 240 });
      const title = setTitle(page, design, design.top + 252);
      const lead = setAcross(page, design, writeSentence(page.random, 16, 28), title, design.heading) + 12;
      fill(page, design, columnsOf(design, 3, lead));
    },
  },
  {
    name: 'magazine with a narrow gutter',
    set: (page, design) => {
      const tight = { ...design, gutter: design.body.size * 1.1 };
      setSections(page, tight, columnsOf(tight, 3, setTitle(page, design)));
    },
  },
  {
    name: 'picture over two of three columns',
    set: (page, design) => {
      const [first, second, third] = columnsOf(design, 3, setTitle(page, design));
      if (!isSlot(first) || !isSlot(second) || !isSlot(third)) return;
      const wide = joined(second, third);
      fill(page, design, [first, { ...second, top: second.top + 200 }, { ...third, top: third.top + 200 }]);
      setFigure(page, design, { ...wide, bottom: wide.top + 188 });
    },
  },
  {
    name: 'picture at the foot of two columns',
    set: (page, design) => {
      const [first, second, third] = columnsOf(design, 3, setTitle(page, design));
      if (!isSlot(first) || !isSlot(second) || !isSlot(third)) return;
      const wide = joined(first, second);
      fill(page, design, [
        { ...first, bottom: first.bottom - 190 },
        { ...second, bottom: second.bottom - 190 },
        third,
      ]);
      setFigure(page, design, { ...wide, top: wide.bottom - 176 });
    },
  },
  {
    name: 'short heading in the middle above three columns',
    set: (page, design) => {
      const style = { ...design.title, align: 'center' as const };
      const top = setAcross(page, design, writeHeading(page.random, 1, 1), design.top, style) + 10;
      fill(page, design, columnsOf(design, 3, top));
    },
  },
];
