import sharp from 'sharp';
import type { ScannedPage } from './make-scanned-pdf.ts';

const width = 800;
const lineHeight = 60;

/** Draws lines of text as a page of a scan. */
export async function drawScannedPage(lines: readonly string[]): Promise<ScannedPage> {
  const height = 220 + lines.length * lineHeight;
  const texts = lines.map(
    (text, line) => `<text x="60" y="${100 + line * lineHeight}" font-size="30">${text}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>${texts.join('')}</svg>`;
  const picture = sharp(Buffer.from(svg)).removeAlpha().toColorspace('srgb');
  return { jpeg: await picture.jpeg({ quality: 40 }).toBuffer(), width, height };
}
