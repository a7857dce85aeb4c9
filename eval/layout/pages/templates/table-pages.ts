import { columnsOf } from '../design.ts';
import { writeAmount, writeDate, writeLabel, writeName, writeSentence } from '../write-prose.ts';
import { places, rowsOf, setBlock, tableStyle } from './place-cells.ts';
import { fill, setAcross, setTitle, type Template } from './template.ts';

/** Pages with tables: of data, of texts, invoices and receipts. */
export const tablePages: readonly Template[] = [
  {
    name: 'table of numbers',
    set: (page, design) => {
      const { random } = page;
      const top = setTitle(page, design);
      const columns = places(design, [
        [0, 0.3],
        [0.32, 0.46, 'right'],
        [0.5, 0.64, 'right'],
        [0.68, 0.82, 'right'],
        [0.86, 1, 'right'],
      ]);
      const rows = rowsOf(random, 18, () => [
        writeLabel(random),
        ...Array.from({ length: 4 }, () => writeAmount(random)),
      ]);
      const end = page.table(
        [['Place', 'Spring', 'Summer', 'Autumn', 'Winter'], ...rows],
        columns,
        top,
        tableStyle(design),
      );
      fill(page, design, columnsOf(design, 1, end + 16, end + 120));
    },
  },
  {
    name: 'table of two columns',
    set: (page, design) => {
      const { random } = page;
      const top = setTitle(page, design);
      const rows = rowsOf(random, 16, () => [writeLabel(random, 3), `${random.integer(2, 90)} kg`]);
      page.table(
        rows,
        places(design, [
          [0, 0.4],
          [0.5, 0.7],
        ]),
        top,
        tableStyle(design),
      );
    },
  },
  {
    name: 'table of texts in several lines',
    set: (page, design) => {
      const { random } = page;
      const top = setTitle(page, design);
      const rows = rowsOf(random, 9, () => [
        writeDate(random),
        writeLabel(random, 3),
        writeSentence(random, 8, 18),
      ]);
      page.table(
        [['Date', 'Subject', 'Decision'], ...rows],
        places(design, [
          [0, 0.16],
          [0.18, 0.44],
          [0.48, 1],
        ]),
        top,
        tableStyle(design),
        {
          gap: design.body.size * 0.6,
        },
      );
    },
  },
  {
    name: 'table of two columns of texts',
    set: (page, design) => {
      const { random } = page;
      const top = setTitle(page, design);
      const rows = rowsOf(random, 8, () => [writeSentence(random, 10, 22), writeSentence(random, 10, 26)]);
      page.table(
        [['Advantage', 'Disadvantage'], ...rows],
        places(design, [
          [0, 0.47],
          [0.53, 1],
        ]),
        top,
        tableStyle(design),
        {
          gap: design.body.size * 0.8,
          header: design.bold.font,
        },
      );
    },
  },
  {
    name: 'table of names and dates',
    set: (page, design) => {
      const { random } = page;
      const rows = rowsOf(random, 20, () => [
        writeName(random),
        writeDate(random),
        writeLabel(random, 2),
        writeAmount(random),
      ]);
      page.table(
        [['Name', 'Since', 'Place', 'Fee'], ...rows],
        places(design, [
          [0, 0.3],
          [0.32, 0.5],
          [0.54, 0.8],
          [0.82, 1, 'right'],
        ]),
        design.top,
        tableStyle(design),
        {
          header: design.bold.font,
        },
      );
    },
  },
  {
    name: 'invoice',
    set: (page, design) => {
      const { random } = page;
      const style = tableStyle(design);
      const middle = design.left + (design.right - design.left) * 0.58;
      let top = setAcross(page, design, writeLabel(random, 3), design.top, design.title) + 20;
      const from = setBlock(
        page,
        [writeName(random), `${random.integer(1, 90)} Mill Lane`, 'Harbor Town 4120'],
        design.left,
        top,
        style,
      );
      const rows = [
        ['Invoice no.', String(random.integer(1000, 9999))],
        ['Date', writeDate(random)],
        ['Customer', `K-${random.integer(100, 999)}`],
      ];
      page.table(
        rows,
        [
          { x: middle, width: 80 },
          { x: middle + 90, width: 90 },
        ],
        top,
        style,
        { gap: 0 },
      );
      top = from + 40;
      const items = rowsOf(random, 8, (index) => [
        String(index + 1),
        writeLabel(random, 3),
        String(random.integer(1, 30)),
        writeAmount(random),
        writeAmount(random),
      ]);
      const columns = places(design, [
        [0, 0.06],
        [0.08, 0.5],
        [0.52, 0.62, 'right'],
        [0.66, 0.8, 'right'],
        [0.84, 1, 'right'],
      ]);
      top =
        page.table([['No.', 'Description', 'Qty', 'Price', 'Amount'], ...items], columns, top, style, {
          header: design.bold.font,
        }) + 8;
      page.table(
        [
          ['Subtotal', writeAmount(random)],
          ['Tax', writeAmount(random)],
          ['Total', writeAmount(random)],
        ],
        places(design, [
          [0.6, 0.78],
          [0.84, 1, 'right'],
        ]),
        top,
        style,
      );
      setAcross(page, design, writeSentence(random, 10, 18), top + 80, style);
    },
  },
  {
    name: 'bill with two addresses',
    set: (page, design) => {
      const { random } = page;
      const style = tableStyle(design);
      const middle = design.left + (design.right - design.left) * 0.5;
      const top = setTitle(page, design) + 10;
      const address = () => [
        writeName(random),
        `${random.integer(1, 90)} Church Street`,
        `Harbor Town ${random.integer(1000, 9999)}`,
      ];
      for (const [x, label] of [
        [design.left, 'Bill to'],
        [middle, 'Ship to'],
      ] as const) {
        const below = page.text(label, { x, width: 200, top }, design.bold);
        setBlock(page, address(), x, below, style);
      }
      const items = rowsOf(random, 9, () => [
        writeLabel(random, 3),
        String(random.integer(1, 30)),
        writeAmount(random),
      ]);
      page.table(
        [['Item', 'Units', 'Amount'], ...items],
        places(design, [
          [0, 0.5],
          [0.56, 0.7, 'right'],
          [0.8, 1, 'right'],
        ]),
        top + 110,
        style,
      );
    },
  },
  {
    name: 'receipt',
    set: (page, design) => {
      const { random } = page;
      const style = { ...tableStyle(design), font: 'Courier' as const };
      const narrow = { ...design, left: 180, right: 400 };
      let top =
        setAcross(page, narrow, writeLabel(random, 2), design.top, { ...design.heading, align: 'center' }) +
        14;
      const rows = rowsOf(random, 12, () => [writeLabel(random, 2), writeAmount(random)]);
      top =
        page.table(
          rows,
          places(narrow, [
            [0, 0.68],
            [0.72, 1, 'right'],
          ]),
          top,
          style,
        ) + 10;
      page.table(
        [['Total', writeAmount(random)]],
        places(narrow, [
          [0, 0.68],
          [0.72, 1, 'right'],
        ]),
        top,
        style,
      );
    },
  },
];
