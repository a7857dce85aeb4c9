import { readFileSync } from 'node:fs';
import {
  docxFiles,
  docxParagraph,
  makePdfOfContent,
  makeZip,
  pdfStream,
} from '@quern/testing/documents/make-documents';
import { epubFiles, odfFiles } from '@quern/testing/documents/make-office-files';
import { makePng } from '@quern/testing/documents/make-picture';
import { mutateDocument } from '@quern/testing/documents/mutate-document';
import type { SampleDocument } from '@quern/testing/documents/sample-documents';
import { mulberry32 } from '@quern/testing/random/mulberry32';
import { describe, expect, it } from 'vitest';
import { type ConvertedDocument, convertDocument } from '../convert-document.ts';
import { DocumentError } from '../errors/document-error.ts';

const mutations = 40;
const png = makePng(40, 30);
const fixture = (format: string, name: string): SampleDocument => ({
  format,
  bytes: readFileSync(new URL(`../../../../testing/src/documents/fixtures/${name}`, import.meta.url)),
});
const archive = (format: string, files: Readonly<Record<string, string | Buffer>>): SampleDocument => ({
  format,
  files,
  bytes: makeZip(files),
});
const names = 'xmlns:a="a" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const image = pdfStream(
  Buffer.alloc(20 * 10 * 3, 90),
  '/Type /XObject /Subtype /Image /Width 20 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
);

const samples: readonly SampleDocument[] = [
  fixture('doc', 'pictures.doc'),
  fixture('ppt', 'pictures.ppt'),
  fixture('rtf', 'pictures.rtf'),
  fixture('odt', 'pictures.fodt'),
  archive('docx', {
    ...docxFiles(
      `${docxParagraph('Text.')}<w:p><w:r><w:drawing ${names}><a:blip r:embed="p"/></w:drawing></w:r></w:p>`,
    ),
    'word/_rels/document.xml.rels':
      '<Relationships><Relationship Id="p" Type="x/image" Target="1.png"/></Relationships>',
    'word/1.png': png,
  }),
  archive('odt', {
    ...odfFiles('text', '<text:p>Text. <draw:frame><draw:image xlink:href="1.png"/></draw:frame></text:p>'),
    '1.png': png,
  }),
  archive('epub', { ...epubFiles(['<p>Text.</p><img src="1.png"/>']), 'OPS/1.png': png }),
  {
    format: 'pdf',
    bytes: makePdfOfContent('BT /F1 11 Tf 72 700 Td (Text.) Tj ET q 90 0 0 50 72 300 cm /I Do Q', {
      objects: [image],
      xObjects: '/I 7 0 R',
    }),
  },
];

async function convert(bytes: Uint8Array): Promise<ConvertedDocument | undefined> {
  try {
    return await convertDocument(bytes, { images: true, ocr: 'never' });
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

describe('convertDocument with images of damaged files', () => {
  it.each(samples)('of $format ends in a clear error, or pictures at their places', async (sample) => {
    const random = mulberry32(21);
    let read = 0;
    for (let count = 0; count < mutations; count++) {
      const document = await convert(mutateDocument(sample, random));
      if (document === undefined) continue;
      read += 1;
      const files = new Set(document.pictures.map(({ name }) => name));
      for (const { name, startIndex, endIndex, description } of document.images) {
        expect(files).toContain(name);
        const written = document.markdown.slice(startIndex, endIndex);
        expect([written.startsWith('!['), written.endsWith(`](${name})`)]).toEqual([true, true]);
        if (description === '') expect(written).toBe(`![](${name})`);
      }
      expect(document.pictures.every(({ bytes }) => bytes.length > 0)).toBe(true);
    }
    expect(read).toBeGreaterThan(0);
  });
});
