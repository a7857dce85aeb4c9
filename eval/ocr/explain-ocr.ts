/**
 * Draws what OCR read over the pages of an image or PDF: the box of each line with its number in reading order, its
 * confidence by color, and the tables; next to it, the text.
 *
 *     npm run explain:ocr -- image.jpg [--pages 1] [--out picture.html]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeImage, pixelsMaxDefault } from '@quern/ocr/image/decode-image';
import { isPdf } from '@quern/ocr/image/inspect-image';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import type { OcrPage } from '@quern/ocr/ocr-result';
import { drawPage } from '@quern/ocr/pdf/draw-page';
import sharp from 'sharp';
import { drawExplanation, type PagePicture } from './explain/draw-explanation.ts';

/** Pixels of the longer side of a picture. */
const pictureSideMax = 2400;

/** Draws a page in a format that every browser shows. */
async function drawPicture(bytes: Uint8Array, { number }: OcrPage): Promise<PagePicture> {
  const { image } = isPdf(bytes)
    ? await drawPage(bytes, number - 1, { pixelsMax: pixelsMaxDefault })
    : await decodeImage(bytes, pixelsMaxDefault, number - 1);
  const { data, width, height } = image;
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: pictureSideMax, height: pictureSideMax, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { number, url: `data:image/jpeg;base64,${jpeg.toString('base64')}` };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'ocr.html' }, pages: { type: 'string' } },
});
const [path] = positionals;
if (path === undefined)
  throw new Error('Usage: npm run explain:ocr -- IMAGE [--pages 1] [--out picture.html]');
const bytes = readFileSync(path);
const engine = new OcrEngine();
const result = await engine.recognize(bytes, { pages: values.pages });
await engine.close();
const pictures: PagePicture[] = [];
for (const page of result.pages) pictures.push(await drawPicture(bytes, page));
writeFileSync(values.out, drawExplanation(basename(path), result, pictures));
console.log(`${result.lines.length} lines, ${result.tables.length} tables: ${values.out}`);
