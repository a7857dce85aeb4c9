import type { BusinessDraft } from './business-draft.ts';
import type { DocumentLayout } from './document-layout.ts';
import { blockHtml, pairsHtml, tableHtml } from './table-html.ts';

const receiptCss = `
  body { padding: 18px 22px } .company { text-align: center } .middle { text-align: center }
  td, th { padding: .12em .25em } table { margin: .8em 0 }
  .totals { width: 100%; margin: 0; border-top: 1px dashed #333 } .totals > div { padding: .12em .25em }`;

function receiptHead(draft: BusinessDraft): string {
  const company = draft.name('companies').replaceAll('&', '&amp;');
  const [street = '', city = ''] = draft.name('places').split(/, (?=[^,]*(?:,[^,]*)?$)/);
  const time = `${draft.random.integer(8, 20)}:${String(draft.random.integer(0, 59)).padStart(2, '0')}`;
  return (
    `<div class="company">${company}</div>${blockHtml([street, city], 'middle')}` +
    pairsHtml([
      [draft.date(), time],
      [draft.label('receipt'), String(draft.random.integer(1000, 99_999))],
    ])
  );
}

function receiptTotals(draft: BusinessDraft, total: number): string {
  const paid = Math.ceil(total / 10) * 10;
  return pairsHtml(
    [
      [draft.label('cash'), draft.number(paid)],
      [draft.label('change'), draft.number(paid - total)],
      [draft.label('total').toUpperCase(), draft.money(total)],
    ],
    'totals',
  );
}

/** A till receipt in a monospaced font: quantity, item, amount. */
export const tillReceipt: DocumentLayout = (draft) => {
  const lines = draft
    .nameList('dishes')
    .slice(0, draft.random.integer(5, 10))
    .map((name) => ({
      name,
      quantity: draft.random.integer(1, 4),
      price: draft.random.integer(20, 260) / 10,
    }));
  const table = tableHtml(
    [
      { label: draft.label('qty') },
      { label: draft.label('item'), isWide: true },
      { label: draft.label('amount'), align: 'right' },
    ],
    lines.map(({ name, quantity, price }) => [String(quantity), name, draft.number(quantity * price)]),
  );
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const html =
    receiptHead(draft) + table + receiptTotals(draft, total) + blockHtml([draft.label('thanks')], 'middle');
  return { html, css: receiptCss, width: 400, fonts: 'mono' };
};

/** A receipt of a shop with unit prices and a letter for the tax rate. */
export const shopReceipt: DocumentLayout = (draft) => {
  const lines = draft.lines(draft.random.integer(6, 12));
  const table = tableHtml(
    [
      { label: draft.label('item'), isWide: true },
      { label: draft.label('qty'), align: 'right' },
      { label: draft.label('price'), align: 'right' },
      { label: draft.label('amount'), align: 'right' },
      { label: '', align: 'center' },
    ],
    lines.map(({ name, quantity, price, amount, taxRate }) => [
      name,
      String(quantity),
      draft.number(price),
      draft.number(amount),
      taxRate > 10 ? 'A' : 'B',
    ]),
    'plain',
  );
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    html: receiptHead(draft) + table + receiptTotals(draft, total),
    css: receiptCss,
    width: 520,
    fonts: 'sans',
  };
};
