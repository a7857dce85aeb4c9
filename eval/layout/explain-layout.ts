/**
 * Draws the reading order of the pages of a PDF or a picture: the regions with their numbers, and the lines in order.
 *
 *     npm run explain:layout -- file.pdf [--page 1] [--out layout.svg]
 *
 * A PDF is read by its text, a picture by OCR.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { layOutPages } from '@quern/documents/pdf/layout/lay-out-pages';
import { preparePage } from '@quern/documents/pdf/pages/prepare-page';
import { decodeImage, pixelsMaxDefault } from '@quern/ocr/image/decode-image';
import { isPdf } from '@quern/ocr/image/inspect-image';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { drawPage } from '@quern/ocr/pdf/draw-page';
import { PdfDocument } from '@quern/pdf';
import sharp from 'sharp';
import { type DrawnPart, drawLayout } from './explain/draw-layout.ts';

/** Steps of PDFium that reading a file may take. */
const stepsMax = 100_000_000_000;

async function explainPdf(bytes: Uint8Array, number: number) {
  const document = await PdfDocument.open(bytes, { stepsMax });
  const prepared = preparePage(document.readPage(number - 1), number);
  const parts = layOutPages([prepared]).map((element): DrawnPart => {
    const { left, top, right, bottom } = element;
    const box = { left, top, right, bottom };
    return element.kind === 'table'
      ? { ...box, isTable: true, region: element }
      : { ...box, isTable: false, region: element.line.column };
  });
  const { image } = await drawPage(bytes, number - 1, { pixelsMax: pixelsMaxDefault });
  return { image, width: prepared.width, height: prepared.height, parts };
}

async function explainPicture(bytes: Uint8Array, number: number) {
  const engine = new OcrEngine();
  const { lines, tables } = await engine.recognize(bytes);
  await engine.close();
  const { image } = await decodeImage(bytes, pixelsMaxDefault, number - 1);
  let paragraph = {};
  let end = -1;
  const parts = lines
    .filter(({ page }) => page === number)
    .map(({ box: { x, y, width, height }, startIndex, endIndex }): DrawnPart => {
      const table = tables.find((other) => startIndex >= other.startIndex && endIndex <= other.endIndex);
      // An empty line is between paragraphs.
      if (startIndex > end + 1) paragraph = {};
      end = endIndex;
      const isTable = table !== undefined;
      return { left: x, top: y, right: x + width, bottom: y + height, isTable, region: table ?? paragraph };
    });
  return { image, width: image.width, height: image.height, parts };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'layout.svg' }, page: { type: 'string', default: '1' } },
});
const [path] = positionals;
if (path === undefined)
  throw new Error('Usage: npm run explain:layout -- FILE [--page 1] [--out layout.svg]');
const bytes = readFileSync(path);
const number = Number(values.page);
const { image, width, height, parts } = isPdf(bytes)
  ? await explainPdf(bytes, number)
  : await explainPicture(bytes, number);
const jpeg = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
  .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
  .jpeg({ quality: 80 })
  .toBuffer();
const url = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
writeFileSync(values.out, drawLayout({ url, width, height, parts }));
console.log(
  `${parts.length} lines and tables in ${new Set(parts.map(({ region }) => region)).size} regions: ${values.out}`,
);
