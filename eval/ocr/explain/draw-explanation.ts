import type { OcrLine, OcrTable } from '@quern/ocr/layout/compose-page';
import type { OcrPage, OcrResult } from '@quern/ocr/ocr-result';

/** The picture of a page as a browser shows it. */
export interface PagePicture {
  readonly number: number;
  /** URL of an image, stretched to the size of the page. */
  readonly url: string;
}

const style = `
body{margin:24px;font:14px/1.45 system-ui,sans-serif;color:#222;background:#fff}
h1{font-size:18px;margin:0 0 4px}h2{font-size:15px;margin:20px 0 6px}p{margin:4px 0;color:#555}
section{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:24px;margin-top:16px;align-items:start}
svg{width:100%;max-height:1400px;border:1px solid #ccc}
ol{list-style:none;margin:0;padding:0}li{display:flex;gap:8px;padding:1px 0}
li b{flex:none;min-width:22px;height:18px;border-radius:9px;color:#fff;font-size:11px;line-height:18px;text-align:center}
li small{margin-left:auto;color:#777;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;margin:4px 0 12px}td{border:1px solid #bbb;padding:1px 8px}
.legend{display:inline-block;width:160px;height:10px;border-radius:5px;vertical-align:middle;margin:0 6px}`;

/** Confidence at which a line is drawn in red; from there on the color changes to green. */
const redBelow = 0.7;

/** Draws a result as an HTML page: the pages with boxes in reading order, their lines with confidence, their tables. */
export function drawExplanation(name: string, result: OcrResult, pictures: readonly PagePicture[]): string {
  const colors = Array.from({ length: 7 }, (_, index) => colorOf(redBelow + index * 0.05));
  const summary = `${result.lines.length} lines, ${result.tables.length} tables, confidence ${result.confidence.toFixed(3)}.`;
  const warnings = result.warnings.map(({ message }) => `<p>⚠ ${escapeHtml(message)}</p>`);
  const sections = result.pages.map((page) => drawPage(page, result, pictures));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>OCR of ${escapeHtml(name)}</title><style>${style}</style>
<h1>${escapeHtml(name)}</h1><p>${summary} Confidence of a line: ${redBelow}<span class="legend" style="background:linear-gradient(90deg,${colors.join()})"></span>1</p>
${warnings.join('')}${sections.join('\n')}</html>
`;
}

function drawPage(page: OcrPage, result: OcrResult, pictures: readonly PagePicture[]): string {
  const lines = result.lines.filter((line) => line.page === page.number);
  const tables = result.tables.filter((table) => table.page === page.number);
  const url = pictures.find(({ number }) => number === page.number)?.url ?? '';
  // Sizes of strokes and numbers relative to the picture, however many pixels it has.
  const unit = Math.max(page.width, page.height) / 1000;
  const shapes = [
    ...tables.map((table) => drawTableBox(table, unit)),
    drawOrder(lines, unit),
    ...lines.map((line, index) => drawLine(line, index + 1, unit)),
  ];
  return `<section><svg viewBox="0 0 ${page.width} ${page.height}"><image href="${url}" width="${page.width}" height="${page.height}" preserveAspectRatio="none"/>${shapes.join('')}</svg>
<div><h2>Page ${page.number}: ${page.width} × ${page.height} pixels, rotation ${page.rotation}°</h2>
<ol>${lines.map((line, index) => listLine(line, index + 1)).join('')}</ol>
${tables.map((table, index) => `<h2>Table ${index + 1}</h2>${tableOf(table)}`).join('')}</div></section>`;
}

/** The outline of a line, and its number to the left of it. */
function drawLine({ quadrilateral, confidence }: OcrLine, number: number, unit: number): string {
  const points = quadrilateral.map(({ x, y }) => `${x},${y}`).join(' ');
  const color = colorOf(confidence);
  const { x, y } = startOf({ quadrilateral });
  const [height, width] = [13 * unit, (8 + 6 * String(number).length) * unit];
  return `<polygon points="${points}" fill="${color}" fill-opacity=".06" stroke="${color}" stroke-width="${1.2 * unit}"/>
<g transform="translate(${Math.max(width / 2, x - width / 2 - unit)} ${y})"><rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${height / 2}" fill="${color}"/><text text-anchor="middle" dominant-baseline="central" font-family="sans-serif" font-size="${9.5 * unit}" fill="#fff">${number}</text></g>`;
}

/** The middle of the left edge. */
function startOf({ quadrilateral }: Pick<OcrLine, 'quadrilateral'>): {
  readonly x: number;
  readonly y: number;
} {
  const [top, , , bottom] = quadrilateral;
  return { x: (top.x + bottom.x) / 2, y: (top.y + bottom.y) / 2 };
}

/** A path through the beginnings of the lines, in reading order. */
function drawOrder(lines: readonly OcrLine[], unit: number): string {
  const points = lines.map(startOf).map(({ x, y }) => `${x - 8 * unit},${y}`);
  return `<polyline points="${points.join(' ')}" fill="none" stroke="#36c" stroke-opacity=".5" stroke-width="${unit}" stroke-dasharray="${3 * unit}"/>`;
}

function drawTableBox({ box }: OcrTable, unit: number): string {
  const margin = 4 * unit;
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  return `<rect x="${box.x - margin}" y="${box.y - margin}" width="${width}" height="${height}" fill="#36c" fill-opacity=".06" stroke="#36c" stroke-width="${1.5 * unit}" stroke-dasharray="${6 * unit} ${4 * unit}"/>`;
}

function listLine({ text, confidence }: OcrLine, number: number): string {
  return `<li><b style="background:${colorOf(confidence)}">${number}</b><span dir="auto">${escapeHtml(text)}</span><small>${confidence.toFixed(3)}</small></li>`;
}

function tableOf({ rows }: OcrTable): string {
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<table>${body.join('')}</table>`;
}

/** Red, amber, green; most of the change is near 1, where most lines are. */
function colorOf(confidence: number): string {
  const share = Math.min(1, Math.max(0, (confidence - redBelow) / (1 - redBelow)));
  return `hsl(${Math.round(130 * share ** 2)} 75% 36%)`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
