import { makePdf } from '@quern/testing/documents/make-documents';
import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

it('convertDocument does work in proportion to the number of lines of a PDF', async () => {
  const rowOf = (index: number) =>
    ['a', `${index}`, 'b'].map((text, column) => ({ text, x: 72 + column * 120, y: 760 - index * 14 }));
  const pageOf = () => [
    ...Array.from({ length: 40 }, (_, index) => rowOf(index)).flat(),
    { text: '\x95 one', y: 180 },
    { text: '\x95 two', y: 166 },
    { text: 'Heading', y: 120, size: 20 },
  ];
  const pdfOf = (count: number) => makePdf(Array.from({ length: count }, pageOf));
  // Four times the length: 4 is linear, 16 quadratic.
  expect(await growthRatio(convertDocument, pdfOf(10), pdfOf(40))).toBeLessThan(9);
});
