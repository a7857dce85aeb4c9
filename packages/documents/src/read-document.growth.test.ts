import { docxParagraph, makeDocx } from '@quern/testing/documents/make-documents';
import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

it('readDocument does work in proportion to the length of a DOCX', async () => {
  const documentOf = (count: number) =>
    makeDocx(
      Array.from({ length: count }, (_, index) =>
        docxParagraph(`Paragraph ${index} says ${index * 7919}.`),
      ).join(''),
    );
  // Four times the length: 4 is linear, 16 quadratic.
  expect(await growthRatio(readDocument, documentOf(2500), documentOf(10_000))).toBeLessThan(9);
});
