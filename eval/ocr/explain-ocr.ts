/**
 * Draws what OCR read over an image: the box of each line with its number in reading order, its confidence by color, and
 * the text next to it.
 *
 *     npm run explain:ocr -- image.jpg [--pages 1] [--out picture.html]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import type { OcrResult } from '@quern/ocr/ocr-result';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** Red for an unsure reading, green for a sure one. */
const colorOf = (confidence: number): string =>
  `hsl(${Math.round(Math.max(0, confidence - 0.5) * 240)} 90% 38%)`;

function drawLines({ lines }: OcrResult): string {
  return lines
    .map(({ quadrilateral, confidence }, index) => {
      const points = quadrilateral.map(({ x, y }) => `${x},${y}`).join(' ');
      const [{ x, y }, , , bottom] = quadrilateral;
      const size = Math.max(8, Math.hypot(bottom.x - x, bottom.y - y) * 0.5);
      const color = colorOf(confidence);
      return `<polygon points="${points}" fill="none" stroke="${color}" stroke-width="2"/><text x="${x}" y="${y}" font-size="${size}" fill="${color}">${index + 1}</text>`;
    })
    .join('');
}

function drawTables({ tables }: OcrResult): string {
  return tables
    .map(({ rows }) => {
      const body = rows.map(
        (row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
      );
      return `<table>${body.join('')}</table>`;
    })
    .join('');
}

function draw(bytes: Uint8Array, result: OcrResult): string {
  const [page] = result.pages;
  const image = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  const items = result.lines.map(
    ({ text, confidence }) =>
      `<li style="color:${colorOf(confidence)}">${escapeHtml(text)} <small>${confidence.toFixed(3)}</small></li>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>OCR</title><style>body{display:flex;gap:1em;font:14px sans-serif}svg{width:60vw;height:auto;flex:none}td{border:1px solid #999;padding:0 .5em}</style>
<svg viewBox="0 0 ${page?.width ?? 0} ${page?.height ?? 0}"><image href="${image}" width="100%" height="100%"/>${drawLines(result)}</svg>
<div><p>Confidence ${result.confidence.toFixed(3)}, rotation ${page?.rotation ?? 0}°. ${result.warnings.map(({ message }) => escapeHtml(message)).join(' ')}</p><ol>${items.join('')}</ol>${drawTables(result)}</div>`;
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
writeFileSync(values.out, draw(bytes, result));
console.log(`${result.lines.length} lines, ${result.tables.length} tables: ${values.out}`);
