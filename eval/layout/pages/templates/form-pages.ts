import { columnsOf } from '../design.ts';
import {
  writeAmount,
  writeDate,
  writeHeading,
  writeLabel,
  writeName,
  writeParagraph,
  writeSentence,
} from '../write-prose.ts';
import { places, rowsOf, tableStyle } from './place-cells.ts';
import { fill, setAcross, setTitle, type Template } from './template.ts';

/** Forms, minutes, lists and cards. */
export const formPages: readonly Template[] = [
  {
    name: 'form',
    set: (page, design) => {
      const { random } = page;
      let top = setTitle(page, design);
      const labels = rowsOf(random, 10, () => [
        `${writeLabel(random, 2)}:`,
        random.chance(0.5) ? writeName(random) : writeDate(random),
      ]);
      top =
        page.table(
          labels,
          places(design, [
            [0, 0.3],
            [0.36, 0.8],
          ]),
          top,
          tableStyle(design),
          { gap: 8 },
        ) + 10;
      setAcross(page, design, writeParagraph(random, 2, 3), top);
    },
  },
  {
    name: 'minutes with a list of those present',
    set: (page, design) => {
      const { random } = page;
      let top = setTitle(page, design);
      const rows = [
        ['Date', writeDate(random)],
        ['Place', writeLabel(random, 2)],
        ['Chair', writeName(random)],
        ['Present', `${writeName(random)}, ${writeName(random)}`],
      ];
      top =
        page.table(
          rows,
          places(design, [
            [0, 0.2],
            [0.22, 1],
          ]),
          top,
          tableStyle(design),
        ) + 16;
      for (let item = 1; item <= 5; item += 1) {
        top = setAcross(page, design, `${item}. ${writeHeading(random, 2, 4)}`, top, design.heading) + 4;
        top = setAcross(page, design, writeParagraph(random, 2, 5), top) + 12;
      }
    },
  },
  {
    name: 'agenda with times',
    set: (page, design) => {
      const { random } = page;
      const top = setTitle(page, design);
      const rows = rowsOf(random, 9, (index) => [
        `${String(9 + index).padStart(2, '0')}:${random.pick(['00', '15', '30'])}`,
        writeSentence(random, 4, 20),
        writeName(random),
      ]);
      page.table(
        rows,
        places(design, [
          [0, 0.1],
          [0.13, 0.7],
          [0.76, 1],
        ]),
        top,
        tableStyle(design),
        { gap: 7 },
      );
    },
  },
  {
    name: 'grid of cards',
    set: (page, design) => {
      const { random } = page;
      let top = setTitle(page, design);
      for (let row = 0; row < 3; row += 1) {
        let bottom = top;
        for (const slot of columnsOf({ ...design, gutter: 24 }, 3, top)) {
          const below = page.text(writeHeading(random, 1, 2), slot, design.heading) + 3;
          bottom = Math.max(
            bottom,
            page.text(writeParagraph(random, 2, 3), { ...slot, top: below }, { ...design.body, indent: 0 }),
          );
        }
        top = bottom + random.number(20, 34);
      }
    },
  },
  {
    name: 'two cards in each row',
    set: (page, design) => {
      const { random } = page;
      let top = setTitle(page, design);
      for (let row = 0; row < 4; row += 1) {
        let bottom = top;
        for (const slot of columnsOf({ ...design, gutter: 30 }, 2, top)) {
          const below = page.text(writeHeading(random, 1, 3), slot, design.heading) + 3;
          bottom = Math.max(
            bottom,
            page.text(writeParagraph(random, 2, 4), { ...slot, top: below }, { ...design.body, indent: 0 }),
          );
        }
        top = bottom + random.number(18, 30);
      }
    },
  },
  {
    name: 'glossary in two columns',
    set: (page, design) => {
      const { random } = page;
      const slots = columnsOf(design, 2, setTitle(page, design));
      const entries = Array.from(
        { length: 40 },
        () => `${writeLabel(random, 1)}: ${writeSentence(random, 7, 20).toLowerCase()}`,
      );
      page.flow(entries, slots, { ...design.body, indent: 0 }, { gap: 4 });
    },
  },
  {
    name: 'lists in two columns',
    set: (page, design) => {
      const { random } = page;
      const slots = columnsOf(design, 2, setTitle(page, design));
      const entries = Array.from({ length: 30 }, () => `- ${writeSentence(random, 5, 16)}`);
      page.flow(entries, slots, { ...design.body, indent: 0 }, { gap: 3 });
    },
  },
  {
    name: 'contents page',
    set: (page, design) => {
      const { random } = page;
      const top = setTitle(page, design);
      const rows = rowsOf(random, 22, (index) => [writeHeading(random, 2, 6), String(3 + index * 4)]);
      page.table(
        rows,
        places(design, [
          [0, 0.8],
          [0.86, 1, 'right'],
        ]),
        top,
        tableStyle(design),
      );
    },
  },
  {
    name: 'prices in two columns of a page',
    set: (page, design) => {
      const { random } = page;
      const top = setTitle(page, design);
      const half = (from: number) =>
        places(design, [
          [from, from + 0.3],
          [from + 0.32, from + 0.44, 'right'],
        ]);
      for (const from of [0, 0.56]) {
        const rows = Array.from({ length: 20 }, () => [writeLabel(random, 2), writeAmount(random)]);
        page.table(rows, half(from), top, tableStyle(design));
      }
    },
  },
  {
    name: 'table in a column',
    set: (page, design) => {
      const { random } = page;
      const [left, right] = columnsOf(design, 2, setTitle(page, design));
      if (left === undefined || right === undefined) return;
      const rows = rowsOf(random, 7, () => [
        writeLabel(random, 2),
        String(random.integer(1, 99)),
        writeAmount(random),
      ]);
      const columns = [
        { x: left.x, width: left.width * 0.5 },
        { x: left.x + left.width * 0.55, width: left.width * 0.15, align: 'right' as const },
        { x: left.x + left.width * 0.75, width: left.width * 0.25, align: 'right' as const },
      ];
      fill(page, design, [{ ...left, bottom: left.top + 260 }]);
      const end = page.table(
        [['Crop', 'Fields', 'Yield'], ...rows],
        columns,
        left.top + 280,
        tableStyle(design),
        { header: design.bold.font },
      );
      fill(page, design, [{ ...left, top: end + 14 }, right]);
    },
  },
];
