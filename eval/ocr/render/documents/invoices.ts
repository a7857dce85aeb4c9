import type { BusinessDraft, DraftLine } from './business-draft.ts';
import { a4, type DocumentLayout } from './document-layout.ts';
import { blockHtml, type Column, pairsHtml, tableHtml } from './table-html.ts';

/** Sender, title, recipient and the numbers of an invoice or a similar document. */
export function letterHead(draft: BusinessDraft, title: string): string {
  const company = `<div class="company">${draft.name('companies').replaceAll('&', '&amp;')}</div>${blockHtml([draft.name('places')], 'small')}`;
  const meta = pairsHtml(
    [
      [draft.label('number'), String(draft.random.integer(20_000, 99_999))],
      [draft.label('dateLabel'), draft.date()],
      [draft.label('customer'), draft.code()],
    ],
    'meta',
  );
  const recipient = blockHtml([draft.label('billTo'), draft.name('people'), draft.name('places')]);
  return `<div class="head"><div>${company}</div>${meta}</div>${recipient}<h1>${title}</h1>`;
}

const sum = (lines: readonly DraftLine[]) => lines.reduce((total, { amount }) => total + amount, 0);

function totals(draft: BusinessDraft, lines: readonly DraftLine[]): string {
  const net = sum(lines);
  const rate = Math.max(...lines.map(({ taxRate }) => taxRate));
  const tax = Math.round(net * rate) / 100;
  return pairsHtml(
    [
      [draft.label('subtotal'), draft.money(net)],
      [`${draft.label('tax')} ${draft.percent(rate)}`, draft.money(tax)],
      [draft.label('total'), draft.money(net + tax)],
    ],
    'totals',
  );
}

const footer = (draft: BusinessDraft) => blockHtml([draft.label('pay'), draft.label('thanks')], 'small');

/** The six usual columns. @param separator joins the labels of two languages */
function usualColumns(draft: BusinessDraft, other?: string): Column[] {
  const label = (name: string) =>
    other === undefined ? draft.label(name) : `${draft.label(name)}\n${draft.label(name, other)}`;
  return [
    { label: label('pos') },
    { label: label('description'), isWide: true },
    { label: label('qty'), align: 'right' },
    { label: label('unit') },
    { label: label('price'), align: 'right' },
    { label: label('amount'), align: 'right' },
  ];
}

const usualRow =
  (draft: BusinessDraft) =>
  ({ name, quantity, unit, price, amount }: DraftLine, index: number): string[] => [
    String(index + 1),
    name,
    String(quantity),
    unit,
    draft.number(price),
    draft.number(amount),
  ];

function usualInvoice(style: string, fonts: 'sans' | 'serif'): DocumentLayout {
  return (draft) => {
    const lines = draft.lines(draft.random.integer(6, 14));
    const table = tableHtml(usualColumns(draft), lines.map(usualRow(draft)), style);
    return {
      ...a4,
      fonts,
      html: letterHead(draft, draft.label('invoice')) + table + totals(draft, lines) + footer(draft),
    };
  };
}

/** An invoice with lines around all cells. */
export const ruledInvoice = usualInvoice('grid', 'sans');
/** An invoice without lines between rows or columns. */
export const unruledInvoice = usualInvoice('plain', 'serif');
/** An invoice with shaded rows and a dark heading. */
export const zebraInvoice = usualInvoice('zebra', 'sans');

/** An invoice with discounts for each line and a summary of the tax rates. */
export const discountInvoice: DocumentLayout = (draft) => {
  const lines = draft.lines(draft.random.integer(5, 10), true);
  const columns: Column[] = [
    { label: draft.label('item') },
    { label: draft.label('description'), isWide: true },
    { label: draft.label('qty'), align: 'right' },
    { label: draft.label('price'), align: 'right' },
    { label: draft.label('discount'), align: 'right' },
    { label: draft.label('taxRate'), align: 'right' },
    { label: draft.label('amount'), align: 'right' },
  ];
  const rows = lines.map(({ code, name, quantity, price, discountPercent, taxRate, amount }) => [
    code,
    name,
    String(quantity),
    draft.number(price),
    discountPercent === 0 ? '' : draft.percent(discountPercent),
    draft.percent(taxRate),
    draft.money(amount),
  ]);
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))].sort((left, right) => left - right);
  const summary = rates.map((rate) => {
    const net = sum(lines.filter(({ taxRate }) => taxRate === rate));
    const tax = Math.round(net * rate) / 100;
    return [draft.percent(rate), draft.number(net), draft.number(tax), draft.number(net + tax)];
  });
  const summaryColumns: Column[] = ['taxRate', 'net', 'tax', 'gross'].map((name) => ({
    label: draft.label(name),
    align: 'right',
  }));
  const html =
    letterHead(draft, draft.label('invoice')) +
    tableHtml(columns, rows, 'rules') +
    `<div style="width: 60%">${tableHtml(summaryColumns, summary, 'grid')}</div>` +
    footer(draft);
  return { ...a4, fonts: 'sans', html };
};

/** An invoice whose descriptions have a second line. */
export const detailedInvoice: DocumentLayout = (draft) => {
  const lines = draft.lines(draft.random.integer(5, 9));
  const rows = lines.map((line, index) => {
    const [position = '', name = '', ...rest] = usualRow(draft)(line, index);
    return [position, draft.random.chance(0.5) ? `${name}\n${draft.name('details')}` : name, ...rest];
  });
  const table = tableHtml(usualColumns(draft), rows, 'rules');
  return {
    ...a4,
    fonts: 'serif',
    html: letterHead(draft, draft.label('invoice')) + table + totals(draft, lines) + footer(draft),
  };
};

/** An invoice with labels in two languages. */
export const bilingualInvoice: DocumentLayout = (draft) => {
  const other = draft.locale.startsWith('en') ? 'fr-FR' : 'en-GB';
  const lines = draft.lines(draft.random.integer(5, 11));
  const table = tableHtml(usualColumns(draft, other), lines.map(usualRow(draft)), 'columns');
  const title = `${draft.label('invoice')} / ${draft.label('invoice', other)}`;
  return {
    ...a4,
    fonts: 'sans',
    html: letterHead(draft, title) + table + totals(draft, lines) + footer(draft),
  };
};
