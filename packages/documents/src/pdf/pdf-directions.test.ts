import { makePdfOfContent } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { composeLines } from './lines/compose-lines.ts';

const show = (text: string, matrix: string, size = 11) => `BT /F1 ${size} Tf ${matrix} Tm (${text}) Tj ET`;
const markdownOf = async (...content: string[]) =>
  (await convertDocument(makePdfOfContent(content.join('\n')))).markdown;

describe('text in other directions', () => {
  it('is read upright on a page that is turned', async () => {
    const markdown = await markdownOf(
      show('The mill is at the river and grinds the wheat of', '0 1 -1 0 100 72'),
      show('the whole valley.', '0 1 -1 0 114 72'),
    );
    expect(markdown).toBe('The mill is at the river and grinds the wheat of the whole valley.');
  });

  it('is left out if it is slanted, as a watermark is', async () => {
    const markdown = await markdownOf(
      show('DRAFT', '0.7 0.7 -0.7 0.7 200 300', 90),
      show('The mill is at the river.', '1 0 0 1 72 700'),
    );
    expect(markdown).toBe('The mill is at the river.');
  });

  it('is read from right to left in Hebrew, with numbers from left to right', () => {
    const look = { fontName: 'Test', isBold: false, isItalic: false, isMonospaced: false };
    const place = {
      top: 90,
      bottom: 102,
      baseline: 100,
      size: 10,
      look,
      isAttached: false,
      markedContentId: -1,
    };
    const words = [
      { text: 'הנהר', left: 72, right: 95, ...place },
      { text: '2025', left: 99, right: 120, ...place },
      { text: '12', left: 124, right: 134, ...place },
      { text: 'הטחנה', left: 140, right: 170, ...place },
    ];
    expect(composeLines(words, 1).map(({ text }) => text)).toEqual(['הטחנה 2025 12 הנהר']);
  });
});
