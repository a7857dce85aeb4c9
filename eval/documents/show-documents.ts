/**
 * Writes an HTML page that shows documents next to their conversion: the pages of a PDF or an image as pictures, the
 * Markdown rendered, and its source.
 *
 *     node --conditions=source eval/documents/show-documents.ts OUTPUT.html FILE...
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { convertDocument } from '@quern/documents/convert-document';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { PdfDocument } from '@quern/pdf';
import { sniffFileType } from '@quern/runtime/sniff-file-type';
import markdownIt from 'markdown-it';
import sharp, { type Sharp } from 'sharp';
import { escapeHtml } from '../ocr/render/browser/escape-html.ts';
import { recognize } from './recognize.ts';

const pixelsMax = 16_000_000;
const pagesMax = 4;
const pictureWidth = 620;

const style = `body { font: 15px/1.45 system-ui, sans-serif; margin: 24px; background: #f3f3f0 }
section { display: grid; grid-template-columns: ${pictureWidth}px 1fr; gap: 24px; margin-bottom: 48px }
img { width: ${pictureWidth}px; border: 1px solid #bbb; background: #fff }
article { background: #fff; padding: 16px 24px; border: 1px solid #bbb } table { border-collapse: collapse }
td, th { border: 1px solid #bbb; padding: 2px 8px } blockquote { border-left: 3px solid #999; margin-left: 0; padding-left: 12px }
pre { background: #f3f3f0; padding: 8px; white-space: pre-wrap } h2.file { font-size: 20px }`;

/** Pictures of the first pages of a PDF, or the image itself, as data URIs; none for other formats. */
async function picturesOf(bytes: Uint8Array): Promise<string[]> {
  const type = sniffFileType(bytes);
  if (type === 'png' || type === 'jpeg') {
    return [await toDataUri(sharp(bytes))];
  }
  if (type !== 'pdf') return [];
  const document = await PdfDocument.open(bytes);
  const uris = [];
  for (let index = 0; index < Math.min(document.pageCount, pagesMax); index += 1) {
    const { width, height, data } = document.render(index, pixelsMax);
    uris.push(await toDataUri(sharp(data, { raw: { width, height, channels: 3 } })));
  }
  return uris;
}

async function toDataUri(image: Sharp): Promise<string> {
  const jpeg = await image
    .resize({ width: pictureWidth * 2, withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

const renderer = markdownIt({ html: false, linkify: false });

async function show(path: string, ocr: OcrEngine): Promise<string> {
  const bytes = readFileSync(path);
  const recognized = await recognize(bytes, ocr);
  const { markdown, metadata, format, pages, warnings } = await convertDocument(bytes, { recognized });
  const pictures = (await picturesOf(bytes)).map((uri) => `<img src="${uri}" alt="">`).join('\n');
  const facts = JSON.stringify({ format, pages: pages.length, ...metadata, warnings });
  return `<h2 class="file">${escapeHtml(basename(path))}</h2><p>${escapeHtml(facts)}</p>
<section><div>${pictures}</div><div><article>${renderer.render(markdown)}</article>
<details><summary>Markdown</summary><pre>${escapeHtml(markdown)}</pre></details></div></section>`;
}

const [output = '', ...files] = process.argv.slice(2);
const ocr = new OcrEngine();
const parts = [];
for (const file of files) parts.push(await show(file, ocr));
await ocr.close();
writeFileSync(
  output,
  `<!doctype html><meta charset="utf-8"><title>Conversions</title><style>${style}</style>\n${parts.join('\n')}`,
);
console.log(`wrote ${output}`);
