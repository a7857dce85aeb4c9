import { columnsOf } from '../design.ts';
import { writeHeading, writeName, writeParagraph, writeSentence } from '../write-prose.ts';
import {
  around,
  fill,
  paragraphs,
  setAcross,
  setFigure,
  setSections,
  setTitle,
  type Template,
} from './template.ts';

/** Pages of one or two columns. */
export const articles: readonly Template[] = [
  {
    name: 'article in one column',
    set: (page, design) => {
      const top = setTitle(page, design);
      setSections(page, design, columnsOf(design, 1, top));
    },
  },
  {
    name: 'article in two columns',
    set: (page, design) => {
      const top = setTitle(page, design);
      setSections(page, design, columnsOf(design, 2, top));
    },
  },
  {
    name: 'two columns without a heading',
    set: (page, design) => fill(page, design, columnsOf(design, 2, design.top)),
  },
  {
    name: 'two columns below authors and abstract',
    set: (page, design) => {
      const { random } = page;
      let top = setTitle(page, design);
      const authors = [writeName(random), writeName(random)].join(' and ');
      top = setAcross(page, design, authors, top, { ...design.body, indent: 0, align: 'center' }) + 12;
      const abstract = { x: design.left + 40, width: design.right - design.left - 80, top };
      top = page.text(writeParagraph(random, 3, 5), abstract, { ...design.small, align: 'justify' }) + 14;
      setSections(page, design, columnsOf(design, 2, top));
    },
  },
  {
    name: 'two columns with a figure in one',
    set: (page, design) => {
      const [left, right] = columnsOf(design, 2, setTitle(page, design));
      if (left === undefined || right === undefined) return;
      const [above, middle, below] = around(page.random.chance(0.5) ? left : right, 0.5, 150, 10);
      const slots = above.x === left.x ? [above, below, right] : [left, above, below];
      fill(page, design, slots);
      setFigure(page, design, middle);
    },
  },
  {
    name: 'two columns with a figure across the top',
    set: (page, design) => {
      const [whole] = columnsOf(design, 1, design.top);
      if (whole === undefined) return;
      setFigure(page, design, { ...whole, bottom: design.top + 190 });
      fill(page, design, columnsOf(design, 2, design.top + 205));
    },
  },
  {
    name: 'two columns with a figure across the middle',
    set: (page, design) => {
      const [left, right] = columnsOf(design, 2, design.top);
      const [whole] = columnsOf(design, 1, design.top);
      if (left === undefined || right === undefined || whole === undefined) return;
      const parts = [left, right].map((slot) => around(slot, 0.5, 170, 14));
      fill(
        page,
        design,
        parts.flatMap(([above, , below]) => [above, below]),
      );
      setFigure(page, design, around(whole, 0.5, 170, 14)[1]);
    },
  },
  {
    name: 'two columns with notes below each',
    set: (page, design) => {
      const columns = columnsOf(design, 2, setTitle(page, design));
      const height = 46;
      fill(
        page,
        design,
        columns.map((slot) => ({ ...slot, bottom: slot.bottom - height - 10 })),
      );
      for (const [index, slot] of columns.entries()) {
        const top = slot.bottom - height;
        page.rule(slot.x, top - 5, slot.x + 60);
        page.flow([`${index + 1} ${writeSentence(page.random, 8, 16)}`], [{ ...slot, top }], design.small, {
          kind: 'float',
        });
      }
    },
  },
  {
    name: 'two columns with notes across the foot',
    set: (page, design) => {
      const columns = columnsOf(design, 2, design.top, design.bottom - 60);
      setSections(page, design, columns);
      const top = setAcross(
        page,
        design,
        `1 ${writeSentence(page.random, 16, 26)}`,
        design.bottom - 44,
        design.small,
      );
      setAcross(page, design, `2 ${writeSentence(page.random, 16, 26)}`, top, design.small);
    },
  },
  {
    name: 'two columns of different heights',
    set: (page, design) => {
      const [left, right] = columnsOf(design, 2, setTitle(page, design));
      if (left === undefined || right === undefined) return;
      const end = right.top + (right.bottom - right.top) * page.random.number(0.3, 0.8);
      fill(page, design, [left, { ...right, bottom: end }]);
    },
  },
  {
    name: 'two columns between texts across the page',
    set: (page, design) => {
      const { random } = page;
      let top = setTitle(page, design);
      top = setAcross(page, design, writeParagraph(random, 3, 5), top) + 14;
      const middle = top + random.number(200, 320);
      fill(page, design, columnsOf(design, 2, top, middle));
      setAcross(page, design, writeParagraph(random, 4, 7), middle + 16);
    },
  },
  {
    name: 'two articles in two columns',
    set: (page, design) => {
      const middle = design.top + page.random.number(280, 380);
      fill(page, design, columnsOf(design, 2, setTitle(page, design), middle));
      const top = setTitle(page, design, middle + 26);
      fill(page, design, columnsOf(design, 2, top));
    },
  },
  {
    name: 'two columns with a wide table of data',
    set: (page, design) => {
      const { random } = page;
      const [whole] = columnsOf(design, 1, design.top);
      if (whole === undefined) return;
      const rows = [
        ['Station', 'January', 'April', 'July', 'October'],
        ...Array.from({ length: 7 }, () => [
          writeHeading(random, 1, 2),
          ...Array.from({ length: 4 }, () => String(random.integer(10, 900))),
        ]),
      ];
      const columns = [0, 0.32, 0.5, 0.67, 0.84].map((at, index) => ({
        x: whole.x + whole.width * at,
        width: whole.width * (index === 0 ? 0.3 : 0.12),
        align: index === 0 ? ('left' as const) : ('right' as const),
      }));
      const end = page.table(
        rows,
        columns,
        design.top,
        { ...design.body, indent: 0 },
        { header: design.bold.font },
      );
      fill(page, design, columnsOf(design, 2, end + 18));
    },
  },
  {
    name: 'letter',
    set: (page, design) => {
      const { random } = page;
      let top = design.top + 40;
      const style = { ...design.body, indent: 0, align: 'left' as const };
      for (const text of [writeName(random), '14 Mill Lane', 'Harbor Town 4120'])
        top = setAcross(page, design, text, top, style);
      top = setAcross(page, design, '14 March 2021', top + 30, { ...style, align: 'right' }) + 24;
      top = setAcross(page, design, writeHeading(random, 3, 6), top, design.heading) + 14;
      fill(page, design, columnsOf(design, 1, top, design.bottom - 90));
      setAcross(page, design, writeName(random), design.bottom - 40, style);
    },
  },
  {
    name: 'sections of lists',
    set: (page, design) => {
      const { random } = page;
      let top = setTitle(page, design);
      for (let section = 0; section < 4; section += 1) {
        top = setAcross(page, design, writeHeading(random, 1, 3), top, design.heading) + 4;
        for (let item = 0; item < random.integer(3, 6); item += 1) {
          const slot = { x: design.left + 14, width: design.right - design.left - 14, top };
          top = page.text(`- ${writeSentence(random, 5, 22)}`, slot, { ...design.body, indent: 0 }) + 2;
        }
        top += 12;
      }
    },
  },
  {
    name: 'paragraphs with headings in the margin',
    set: (page, design) => {
      const { random } = page;
      let top = design.top;
      const side = 100;
      for (let section = 0; section < 6; section += 1) {
        page.text(writeHeading(random, 1, 2), { x: design.left, width: side - 12, top }, design.bold);
        const slot = { x: design.left + side, width: design.right - design.left - side, top };
        const texts = paragraphs(random, 1);
        top = page.flow(texts, [{ ...slot, bottom: Infinity }], { ...design.body, indent: 0 }).top + 16;
      }
    },
  },
];
