import type { FontName } from './font.ts';
import widths from './font-widths.data.json' with { type: 'json' };
import type { PlacedPage } from './placed-page.ts';

/** An image of one gray pixel. */
const grayImage = 'BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID CC> EI';
const fonts = Object.keys(widths) as FontName[];

/** Writes a page as a PDF with standard fonts: each word is placed alone, lines are strokes, and figures gray pictures. */
export function writePdf(page: PlacedPage): Uint8Array {
  const { width, height } = page;
  const content = contentOf(page);
  const references = fonts.map((_, index) => `/F${index} ${index + 5} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << ${references} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...fonts.map((name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`),
  ];
  let text = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function contentOf({ height, units, figures, rules }: PlacedPage): string {
  const parts: string[] = [];
  for (const { left, top, right, bottom } of figures)
    parts.push(
      `q ${fixed(right - left)} 0 0 ${fixed(bottom - top)} ${fixed(left)} ${fixed(height - bottom)} cm ${grayImage} Q`,
    );
  for (const { left, top, right } of rules)
    parts.push(`0.5 w ${fixed(left)} ${fixed(height - top)} m ${fixed(right)} ${fixed(height - top)} l S`);
  for (const { lines } of units)
    for (const { text, left, baseline, size, font } of lines.flat()) {
      const escaped = text.replace(/[\\()]/g, '\\$&');
      parts.push(
        `BT /F${fonts.indexOf(font)} ${fixed(size)} Tf ${fixed(left)} ${fixed(height - baseline)} Td (${escaped}) Tj ET`,
      );
    }
  return parts.join('\n');
}

const fixed = (value: number): string => value.toFixed(2);
