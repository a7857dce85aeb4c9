import { escapeHtml } from '../../eval/ocr/render/browser/escape-html.ts';
import type { PageCamera } from '../../eval/ocr/render/browser/page-camera.ts';

const lineCount = 60;
const lineLength = 90;
/** Pixels of a sheet of A4 at 200 dpi, and CSS pixels, of which an inch has 96. */
const widthAt200Dpi = 1654;
const [width, height] = [794, 1123];

/** Fills 60 lines of at most 90 characters with the words of sentences. */
export function denseLines(sentences: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of sentences.join(' ').split(' ')) {
    if (line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
    if (lines.length === lineCount) break;
  }
  return lines;
}

/** Renders a sheet of A4 at 200 dpi with 60 lines of 90 characters. @returns a PNG */
export async function renderDensePage(camera: PageCamera, sentences: readonly string[]): Promise<Buffer> {
  const lines = denseLines(sentences);
  if (lines.length < lineCount) throw new Error('too few sentences for a page');
  const { png } = await camera.photograph({
    html: `<pre>${escapeHtml(lines.join('\n'))}</pre>`,
    css: "pre { font: 14px/17px 'Literata'; margin: 0; padding: 50px 40px; color: #111 } body { background: #fff }",
    families: [{ family: 'Literata', package: '@fontsource/literata', weights: [400] }],
    language: 'en',
    width,
    heightMin: height,
    scale: widthAt200Dpi / width,
  });
  return png;
}
