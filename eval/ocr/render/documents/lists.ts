import { a4, type DocumentLayout } from './document-layout.ts';
import { letterHead } from './invoices.ts';
import { blockHtml, pairsHtml, tableHtml } from './table-html.ts';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A delivery note without prices, with lines between columns only. */
export const deliveryNote: DocumentLayout = (draft) => {
  const table = tableHtml(
    [
      { label: draft.label('pos') },
      { label: draft.label('item') },
      { label: draft.label('description'), isWide: true },
      { label: draft.label('qty'), align: 'right' },
      { label: draft.label('unit') },
      { label: draft.label('weight'), align: 'right' },
    ],
    draft
      .lines(draft.random.integer(7, 16))
      .map(({ code, name, quantity, unit }, index) => [
        String(index + 1),
        code,
        name,
        String(quantity),
        unit,
        `${draft.number(draft.random.number(0.2, 90), 1)} kg`,
      ]),
    'columns',
  );
  return { ...a4, fonts: 'sans', html: letterHead(draft, draft.label('delivery')) + table };
};

/** A packing list with sizes and net and gross weights. */
export const packingList: DocumentLayout = (draft) => {
  const { random } = draft;
  const rows = draft.lines(random.integer(6, 12)).map(({ name, quantity }) => {
    const net = random.number(1, 60);
    const size = [0, 0, 0].map(() => random.integer(20, 120)).join(' x ');
    return [
      String(random.integer(1, 9)),
      name,
      String(quantity),
      `${size} cm`,
      draft.number(net, 1),
      draft.number(net + random.number(0.3, 4), 1),
    ];
  });
  const table = tableHtml(
    [
      { label: draft.label('packages'), align: 'center' },
      { label: draft.label('description'), isWide: true },
      { label: draft.label('qty'), align: 'right' },
      { label: 'L x W x H', align: 'center' },
      { label: `${draft.label('net')} kg`, align: 'right' },
      { label: `${draft.label('gross')} kg`, align: 'right' },
    ],
    rows,
    'grid',
  );
  return { ...a4, fonts: 'serif', html: letterHead(draft, draft.label('packing')) + table };
};

/** A price list with a table for each of two sections. */
export const priceList: DocumentLayout = (draft) => {
  const lines = draft.lines(16);
  const half = draft.random.integer(6, 9);
  const section = (own: typeof lines) =>
    tableHtml(
      [
        { label: draft.label('item') },
        { label: draft.label('description'), isWide: true },
        { label: draft.label('unit') },
        { label: draft.label('price'), align: 'right' },
      ],
      own.map(({ code, name, unit, price }) => [code, name, unit, draft.money(price)]),
      'rules',
    );
  const html =
    `<div class="company">${draft.name('companies').replaceAll('&', '&amp;')}</div><h1>${draft.label('prices')} 2025</h1>` +
    `<h2>A</h2>${section(lines.slice(0, half))}<h2>B</h2>${section(lines.slice(half))}`;
  return { ...a4, fonts: 'sans', html };
};

/** The hours of one person for each day, in English. */
export const timeSheet: DocumentLayout = (draft) => {
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
  const first = draft.random.integer(0, 20) * 7;
  const rows = Array.from({ length: 10 }, (_, index) => {
    const start = 15 * draft.random.integer(28, 38);
    const pause = 15 * draft.random.integer(2, 4);
    const minutes = 15 * draft.random.integer(24, 36);
    return [
      `${days[index % 5]} ${draft.date(first + index + 2 * Math.floor(index / 5))}`,
      clock(start),
      clock(start + minutes + pause),
      clock(pause),
      draft.number(minutes / 60),
      draft.code(),
    ];
  });
  const table = tableHtml(
    [
      { label: 'Day', isWide: true },
      { label: 'Start', align: 'center' },
      { label: 'End', align: 'center' },
      { label: 'Break', align: 'center' },
      { label: 'Hours', align: 'right' },
      { label: 'Project' },
    ],
    rows,
    'grid',
  );
  const html = `<h1>Time sheet</h1>${pairsHtml([
    ['Employee', draft.name('people')],
    ['Department', draft.random.pick(['Maintenance', 'Logistics', 'Research', 'Sales'])],
  ])}${table}`;
  return { ...a4, fonts: 'sans', html };
};

/** A bank statement: each row has either a debit or a credit. In English. */
export const bankStatement: DocumentLayout = (draft) => {
  let balance = draft.random.number(800, 9000);
  let day = draft.random.integer(0, 30);
  const rows = Array.from({ length: draft.random.integer(10, 18) }, () => {
    day += draft.random.integer(0, 3);
    const amount = draft.random.number(4, draft.random.chance(0.2) ? 2400 : 300);
    const isDebit = draft.random.chance(0.7);
    balance += isDebit ? -amount : amount;
    const party = draft.random.chance(0.5) ? draft.name('companies') : draft.name('people');
    return [
      draft.date(day),
      `${draft.random.pick(['Card', 'Transfer', 'Direct debit', 'Standing order'])} ${party}`,
      isDebit ? draft.number(amount) : '',
      isDebit ? '' : draft.number(amount),
      draft.number(balance),
    ];
  });
  const table = tableHtml(
    [
      { label: 'Date' },
      { label: 'Details', isWide: true },
      { label: 'Debit', align: 'right' },
      { label: 'Credit', align: 'right' },
      { label: 'Balance', align: 'right' },
    ],
    rows,
    'zebra',
  );
  const html = `<h1>Account statement</h1>${blockHtml([draft.name('people'), draft.name('places')])}${table}`;
  return { ...a4, fonts: 'sans', html };
};

/** A menu of a restaurant: names with prices at the right edge. */
export const menu: DocumentLayout = (draft) => {
  const dishes = draft.nameList('dishes');
  const sections = draft.nameList('sections').slice(0, 3);
  const html = sections
    .map((title, index) => {
      const own = dishes.slice(4 * index, 4 * index + 4);
      const pairs = own.map((dish): [string, string] => [
        dish,
        draft.money(draft.random.integer(30, 290) / 10),
      ]);
      return `<h2>${title}</h2>${pairsHtml(pairs)}`;
    })
    .join('');
  const css = '.pairs > div { border-bottom: 1px dotted #777; padding: .35em 0 } body { padding: 60px 70px }';
  return { html: `<h1>Menu</h1>${html}`, css, width: 560, heightMin: 760, fonts: 'serif' };
};

/** A timetable: stops with the times of several runs. */
export const timetable: DocumentLayout = (draft) => {
  const runs = draft.random.integer(5, 7);
  const starts = Array.from({ length: runs }, (_, index) => 360 + 30 * index + draft.random.integer(0, 9));
  let offset = 0;
  const rows = draft.nameList('stations').map((station) => {
    offset += draft.random.integer(2, 9);
    return [station, ...starts.map((start) => clock(start + offset))];
  });
  const columns = [
    { label: `Line ${draft.random.integer(1, 60)}`, isWide: true },
    ...starts.map((_, index) => ({ label: String(101 + 2 * index), align: 'center' as const })),
  ];
  const html = `<h1>${draft.random.pick(['Bus', 'Tram', 'Train'])} ${draft.date()}</h1>${tableHtml(columns, rows, draft.random.pick(['zebra', 'rules', 'plain']))}`;
  return { ...a4, heightMin: 700, fonts: 'sans', html };
};

/** A form with labels and values in boxes. */
export const form: DocumentLayout = (draft) => {
  const { random } = draft;
  const pairs: [string, string][] = [
    ['Full name', draft.name('people')],
    ['Company', draft.name('companies')],
    ['Address', draft.name('places')],
    [
      'Phone',
      `+${random.integer(30, 49)} ${random.integer(100, 999)} ${random.integer(1_000_000, 9_999_999)}`,
    ],
    [
      'E-mail',
      `${random.pick(['info', 'office', 'sales', 'contact'])}@${random.pick(['example.com', 'example.org', 'example.net'])}`,
    ],
    [draft.label('customer'), draft.code()],
    [draft.label('dateLabel'), draft.date()],
    [draft.label('due'), draft.date()],
    [draft.label('number'), String(random.integer(100_000, 999_999))],
    [draft.label('total'), draft.money(random.number(100, 9000))],
    ['Reference', `${draft.code()} / ${random.integer(10, 99)}`],
  ];
  const css = `.fields > div { display: grid; grid-template-columns: 34% 1fr; border: 1px solid #999; margin: -1px 0 0 }
    .fields span { padding: .45em .7em } .fields span:first-child { background: #eee }`;
  const isBoxed = random.chance(0.6);
  const html = `<h1>Registration form</h1>${pairsHtml(pairs, isBoxed ? 'fields' : 'pairs')}`;
  return { ...a4, heightMin: 900, fonts: 'sans', html, css };
};
