import { makePdf } from '../documents/make-documents.ts';

const lines = (texts: readonly string[], top: number) =>
  texts.map((text, index) => ({ text, y: top - 15 * index }));

const priceRows = [
  ['Product', 'Weight', 'Price'],
  ['Wheat flour', '1 kg', '2.40'],
  ['Rye flour', '1 kg', '2.10'],
  ['Sourdough bread', '750 g', '4.90'],
];

/** A PDF of two pages with headings, a table and a list. */
export const exampleDocument: Buffer = makePdf(
  [
    [
      { text: 'Mill shop', y: 760, size: 20 },
      ...lines(['The shop is open on Saturdays from nine to one.'], 720),
      { text: 'Prices', y: 680, size: 15 },
      ...priceRows.flatMap((row, index) =>
        row.map((text, column) => ({ text, x: 72 + 140 * column, y: 650 - 18 * index })),
      ),
    ],
    [
      { text: 'Orders', y: 760, size: 15 },
      ...lines(['Orders are placed two days in advance:'], 730),
      ...lines(['1. Write to the miller.', '2. Name the day.', '3. Bring a bag.'], 710),
    ],
  ],
  'Mill shop',
);
