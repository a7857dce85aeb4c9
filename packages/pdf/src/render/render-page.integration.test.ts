import { makePdf, makePdfOfContent, pdfForm, pdfStream } from '@quern/testing/documents/make-documents';
import { makeScannedPdf, type ScannedPage } from '@quern/testing/documents/make-scanned-pdf';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PdfDocument } from '../pdf-document.ts';
import type { PageImage } from './render-page.ts';

const pixelsMaxDefault = 100_000_000;

const a4 = { width: 595, height: 842 };

/** A page whose left half is black and whose right half is white. */
async function scan(width: number, height: number, page: Partial<ScannedPage> = {}): Promise<ScannedPage> {
  const half = { width: Math.floor(width / 2), height, channels: 3, background: '#000' } as const;
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([{ input: await sharp({ create: half }).png().toBuffer(), left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
  return { jpeg, width, height, points: a4, ...page };
}

async function render(pdf: Uint8Array, index = 0, pixelsMax = pixelsMaxDefault): Promise<PageImage> {
  return (await PdfDocument.open(pdf)).render(index, pixelsMax);
}

const sizeOf = ({ width, height }: PageImage) => [width, height];

/** Whether a point, given as shares of the sides, is dark. */
function isDark({ data, width, height }: PageImage, x: number, y: number): boolean {
  const at = 3 * (Math.floor(y * height) * width + Math.floor(x * width));
  return (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 3 * 128;
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('PdfDocument', () => {
  it('draws text at 200 dpi in black on white', async () => {
    const document = await PdfDocument.open(makePdf([[{ text: 'Hello', y: 700 }], [], []]));
    expect(document.pageCount).toBe(3);
    const image = document.render(0, pixelsMaxDefault);
    expect(sizeOf(image)).toEqual([1653, 2339]);
    expect(image.data.slice(0, 3)).toEqual(new Uint8Array([255, 255, 255]));
    expect(image.data.includes(0)).toBe(true);
    expect(document.render(1, pixelsMaxDefault).data.every((value) => value === 255)).toBe(true);
  });

  it('returns red, green and blue in this order', async () => {
    const { data } = await render(makePdfOfContent('1 0 0 rg 0 0 595 842 re f'));
    expect(data.slice(0, 3)).toEqual(new Uint8Array([255, 0, 0]));
  });

  it.each([
    [0, [1653, 2339], 0.25, 0.5],
    [90, [2339, 1653], 0.5, 0.25],
    [180, [1653, 2339], 0.75, 0.5],
    [270, [2339, 1653], 0.5, 0.75],
  ] as const)('applies the rotation of a page by %i degrees', async (rotate, size, x, y) => {
    const image = await render(makeScannedPdf([await scan(1653, 2339, { rotate })]));
    expect(sizeOf(image)).toEqual(size);
    expect(isDark(image, x, y)).toBe(true);
    expect(isDark(image, 1 - x, 1 - y)).toBe(false);
  });
});

describe('PdfDocument draws a scan at its own resolution', () => {
  it.each([
    ['of 100 dpi', 827, 1170, {}, [827, 1170]],
    ['of 300 dpi', 2479, 3508, {}, [2479, 3508]],
    ['of 600 dpi, reduced to 16 million pixels', 4959, 7017, {}, [3363, 4758]],
    ['with an invisible text layer', 827, 1170, { content: 'BT 3 Tr /F1 9 Tf (Hi) Tj ET' }, [827, 1170]],
    [
      'but visible text on a coarse image at 200 dpi',
      300,
      424,
      { content: 'BT /F1 9 Tf (Hi) Tj ET' },
      [1653, 2339],
    ],
  ] as const)('%s', async (_, width, height, page, size) => {
    const image = await render(makeScannedPdf([await scan(width, height, page)]));
    expect(sizeOf(image)).toEqual(size);
  });

  const imageObject = async () => {
    const { jpeg, width, height } = await scan(827, 585);
    const entries = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
    return pdfStream(Buffer.from(jpeg), `/Type /XObject /Subtype /Image ${entries}`);
  };

  it('that is stored as two strips', async () => {
    const content = 'q 595 0 0 421 0 0 cm /Im Do Q q 595 0 0 421 0 421 cm /Im Do Q';
    const pdf = makePdfOfContent(content, { objects: [await imageObject()], xObjects: '/Im 7 0 R' });
    expect(sizeOf(await render(pdf))).toEqual([827, 1170]);
  });

  it('inside a form that enlarges it', async () => {
    const form = pdfForm('q 1 0 0 1 0 0 cm /Im Do Q', '/Im 7 0 R');
    const content = 'q 595 0 0 842 0 0 cm /Fm Do Q';
    const pdf = makePdfOfContent(content, { objects: [await imageObject(), form], xObjects: '/Fm 8 0 R' });
    expect(sizeOf(await render(pdf))).toEqual([827, 1170]);
  });

  it('but a small image with little influence: a page of text with a detailed photograph at 300 dpi', async () => {
    const page = (side: number) => `BT /F1 9 Tf (Hi) Tj ET q ${side} 0 0 ${side} 0 0 cm /Im Do Q`;
    const options = { objects: [await imageObject()], xObjects: '/Im 7 0 R' };
    expect(sizeOf(await render(makePdfOfContent(page(160), options)))).toEqual([2479, 3508]);
    expect(sizeOf(await render(makePdfOfContent(page(50), options)))).toEqual([1653, 2339]);
  });
});

describe('PdfDocument on hostile files', () => {
  const sized = (box: string): Buffer =>
    Buffer.from(makePdfOfContent('0 0 m').toString('latin1').replace('[0 0 595 842]', box), 'latin1');

  it.each([
    ['[0 0 14400 14400]', [4000, 4000]],
    ['[0 0 14400 1]', [16_000, 1]],
    ['[0 0 0.01 0.01]', [3, 3]],
    ['[0 0 0 0]', [1700, 2200]],
  ])('bounds the size of a page of %s points', async (box, size) => {
    expect(sizeOf(await render(sized(box)))).toEqual(size);
  });

  it('rejects an image with more pixels than the limit before it is decoded', async () => {
    const entries = '/Width 40000 /Height 40000 /ColorSpace /DeviceGray /BitsPerComponent 1';
    const image = pdfStream(Buffer.alloc(10), `/Type /XObject /Subtype /Image ${entries}`);
    const pdf = makePdfOfContent('/Im Do', { objects: [image], xObjects: '/Im 7 0 R' });
    expect(await failure(render(pdf))).toMatchObject({ name: 'PdfError', code: 'too_complex' });
  });

  it('says that an encrypted file needs its password', async () => {
    const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'1f'.repeat(32)}> /U <${'2e'.repeat(32)}> >> /ID [<00> <00>]`;
    const plain = makePdf([[]]).toString('latin1');
    const pdf = Buffer.from(plain.replace('/Root 1 0 R', `/Root 1 0 R ${encryption}`), 'latin1');
    const error = await failure(PdfDocument.open(pdf));
    expect(error).toMatchObject({
      name: 'PdfError',
      code: 'encrypted',
      message: 'The PDF is encrypted: send its password as `password`.',
    });
  });

  it.each([
    ['only a signature', Buffer.from('%PDF-1.7\n')],
    ['a file truncated before its pages', makePdf([[], []]).subarray(0, 100)],
    ['random bytes', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1000, 0x5a)])],
  ])('rejects %s as unreadable', async (_, bytes) => {
    const counted = PdfDocument.open(bytes).then((document) => document.pageCount);
    expect(await failure(counted)).toMatchObject({ name: 'PdfError', code: 'unreadable' });
  });

  it('names the page that is missing although the file states it', async () => {
    const pdf = makePdfOfContent('0 0 m', { pageCount: 3, kids: '5 0 R 99 0 R 98 0 R' });
    expect(String(await failure(render(pdf, 1)))).toContain('Page 2 of the PDF is damaged');
  });

  it('runs no script and draws the page as without it', async () => {
    const script = '/S /JavaScript /JS (while (true) app.alert\\("x"\\);)';
    const page = await scan(80, 120, { points: { width: 80, height: 120 } });
    const plain = makeScannedPdf([page]);
    const pdf = makeScannedPdf([page], {
      catalog: `/OpenAction << ${script} >> /AA << /WC << ${script} >> >> /Names << /JavaScript << /Names [(a) << ${script} >>] >> >>`,
    });
    expect(pdf.includes('JavaScript')).toBe(true);
    expect(await render(pdf)).toEqual(await render(plain));
  });
});
