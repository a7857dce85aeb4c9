import sharp from 'sharp';
import type { ScannedPage } from './make-scanned-pdf.ts';

const width = 800;
const lineHeight = 60;

/**
 * Draws lines of text as a page of a scan. It has no SVG, which libvips no longer reads in a process where OCR has started.
 *
 * @param lines Pango markup: `&` and `<` are escaped
 */
export async function drawScannedPage(lines: readonly string[]): Promise<ScannedPage> {
  const height = 220 + lines.length * lineHeight;
  const texts = lines.map((text, line) => ({
    input: {
      text: {
        text: `<span foreground="black">${text}</span>`,
        font: 'Times New Roman 30',
        dpi: 72,
        rgba: true,
      },
    },
    left: 60,
    top: 80 + line * lineHeight,
  }));
  const paper = sharp({ create: { width, height, channels: 3, background: 'white' } });
  const picture = paper.composite(texts).removeAlpha().toColorspace('srgb');
  return { jpeg: await picture.jpeg({ quality: 40 }).toBuffer(), width, height };
}
