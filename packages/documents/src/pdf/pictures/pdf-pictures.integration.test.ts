import { deflateSync } from 'node:zlib';
import { makePdfOfContent, pdfStream } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../convert-document.ts';

describe('convertDocument with images of a hostile PDF', () => {
  it('stops reading images that are drawn very often', async () => {
    const image = pdfStream(
      deflateSync(Buffer.alloc(2000 * 2000)),
      '/Type /XObject /Subtype /Image /Width 2000 /Height 2000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode',
    );
    const draw = 'q 200 0 0 200 72 300 cm /I Do Q '.repeat(500);
    const pdf = makePdfOfContent(`BT /F1 11 Tf 72 700 Td (Text.) Tj ET ${draw}`, {
      objects: [image],
      xObjects: '/I 7 0 R',
    });
    const { markdown, images, pictures, warnings } = await convertDocument(pdf, { images: true });
    expect(markdown.startsWith('Text.')).toBe(true);
    expect([images.length, pictures.length]).toEqual([12, 1]);
    expect(warnings).toMatchObject([
      { code: 'pictures_over_limit', message: expect.stringMatching(/^488 pictures were left out: /) },
    ]);
  });
});
