import { docxParagraph, makeDocx, makePdf } from '@quern/testing/documents/make-documents';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readContent } from './read-content.ts';

const text = 'The mill grinds the wheat of the valley, and the miller sings.';

/** A page with the image of dark stripes, and with `content`. */
async function scannedPage(content = '') {
  const [width, height] = [600, 800];
  const stripes = Buffer.from(
    Uint8Array.from({ length: width * height * 3 }, (_, at) => (at % 97 < 20 ? 0 : 255)),
  );
  const jpeg = await sharp(stripes, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
  return { jpeg, width, height, content };
}

describe('readContent without recognition', () => {
  it('refuses a PDF of scanned pages with the option that reads them', async () => {
    const scan = makeScannedPdf([await scannedPage()]);
    await expect(readContent(scan, { ocr: 'never' })).rejects.toThrow(
      'The document has no text, only scanned pages: convert it with `ocr` `auto`.',
    );
    expect((await readContent(scan, {})).pages).toMatchObject([{ number: 1, recognition: 'needed' }]);
  });

  it('warns of the scanned pages of a PDF that has others', async () => {
    const content = `BT /F1 12 Tf 40 700 Td ${`(${text}) Tj 0 -15 Td `.repeat(40)} ET`;
    const mixed = makeScannedPdf([await scannedPage(content), await scannedPage()]);
    const { pages, warnings } = await readContent(mixed, { ocr: 'never' });
    expect(pages.map(({ recognition }) => recognition)).toEqual([undefined, 'excluded']);
    expect(warnings).toEqual([
      {
        code: 'pages_not_recognized',
        message: 'pages without usable text were not recognized: 2; `ocr` `auto` includes them',
      },
    ]);
  });

  it('does not warn of an empty page', async () => {
    expect((await readContent(makePdf([[{ text, y: 700 }], []]), { ocr: 'never' })).warnings).toEqual([]);
  });
});

describe('readContent of selected pages', () => {
  it('warns if the format has no pages', async () => {
    const docx = makeDocx(docxParagraph(text));
    expect((await readContent(docx, { pages: '2' })).warnings).toMatchObject([{ code: 'pages_ignored' }]);
    expect((await readContent(docx, {})).warnings).toEqual([]);
    expect((await readContent(makePdf([[{ text, y: 700 }]]), { pages: '1' })).warnings).toEqual([]);
  });
});
