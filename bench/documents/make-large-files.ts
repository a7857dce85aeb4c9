import { deflateSync } from 'node:zlib';
import { assemblePdf, makeDocx, makePdf, makeZip, pdfStream } from '@quern/testing/documents/make-documents';

const linesPerPage = 48;
const megabyte = 1024 * 1024;

/** Random numbers from 0 to 1 (mulberry32), the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Lines of some 80 characters of made-up words, which hardly compress. */
function* makeLines(seed: number): Generator<string, never> {
  const random = randomNumbers(seed);
  const word = (): string =>
    Array.from({ length: 2 + Math.floor(random() * 8) }, () =>
      String.fromCharCode(97 + Math.floor(random() * 26)),
    ).join('');
  for (;;) {
    let line = word();
    while (line.length < 80) line += ` ${word()}`;
    yield line;
  }
}

const take = (lines: Iterator<string>): string => String(lines.next().value);

/** A PDF of text with a heading on every tenth page. */
export function makeTextPdf(pageCount: number): Buffer {
  const lines = makeLines(1);
  const pages = Array.from({ length: pageCount }, (_, index) => [
    ...(index % 10 === 0 ? [{ text: `Chapter ${index / 10 + 1}`, y: 790, size: 18 }] : []),
    ...Array.from({ length: linesPerPage }, (_line, row) => ({ text: take(lines), y: 760 - 14.5 * row })),
  ]);
  return makePdf(pages);
}

/** A PDF of 10 MB, most of which is one image of noise. */
export function makeImagePdf(): Buffer {
  const side = 1870;
  const random = randomNumbers(2);
  const pixels = Buffer.from(Uint8Array.from({ length: side * side * 3 }, () => Math.floor(random() * 256)));
  return assemblePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    ),
    pdfStream(Buffer.from('q 500 0 0 500 40 200 cm /I Do Q'), ''),
    pdfStream(
      deflateSync(pixels),
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
    ),
  ]);
}

/** Joins pieces until their packed size is reached. */
function fill(bytes: number, piece: () => string): string {
  const pieces: string[] = [];
  // Made-up words of 26 letters pack to some 60 %.
  for (let length = 0; length < bytes / 0.6; ) {
    const next = piece();
    pieces.push(next);
    length += next.length;
  }
  return pieces.join('');
}

/** Files of 10 MB of text and tables, by format. */
export function makeLargeFiles(): Readonly<Record<string, Buffer>> {
  const lines = makeLines(3);
  const cellsOf = (line: string): string[] => line.split(' ');
  const bytes = 10 * megabyte;
  const docx = makeDocx(fill(bytes, () => `<w:p><w:r><w:t>${take(lines)}</w:t></w:r></w:p>`));
  const rows = fill(
    bytes,
    () =>
      `<row>${cellsOf(take(lines))
        .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
        .join('')}</row>`,
  );
  const xlsx = makeZip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  });
  const odt = makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>${fill(bytes, () => `<text:p>${take(lines)}</text:p>`)}</office:text></office:body></office:document-content>`,
  });
  const plain = (piece: () => string, start = ''): Buffer => Buffer.from(start + fill(bytes * 0.6, piece));
  return {
    'docx 10 MB': docx,
    'xlsx 10 MB': xlsx,
    'odt 10 MB': odt,
    'html 10 MB': plain(() => `<p>${take(lines)}</p>\n`, '<!doctype html>\n'),
    'csv 10 MB': plain(() => `${cellsOf(take(lines)).slice(0, 8).join(',')}\n`),
    'rtf 10 MB': Buffer.from(`{\\rtf1\\ansi ${fill(bytes * 0.6, () => `\\pard ${take(lines)}\\par\n`)}}`),
    'txt 10 MB': plain(() => `${take(lines)}\n`),
    'pdf with an image, 10 MB': makeImagePdf(),
  };
}
