import { type Matrix, multiply, transform } from '../content/page-space.ts';
import { readPageSpace } from '../content/read-page-space.ts';
import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { CharacterCodes } from './character-codes.ts';
import { glyphWidth, makeGlyphlessFont } from './glyphless-font.ts';

/** A line of text for the layer. */
export interface LayerLine {
  readonly text: string;
  /** Where its baseline begins and ends, from the top left corner of the page as displayed. */
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** Height of the font. */
  readonly size: number;
}

/** The lines of a page. */
export interface LayerPage {
  /** Index of the page, from 0. */
  readonly index: number;
  /** Size of the page as displayed in the unit of the lines, such as pixels of its image; default: in points. */
  readonly displayed?: { readonly width: number; readonly height: number } | undefined;
  readonly lines: readonly LayerLine[];
}

/** Invisible text (ISO 32000-1, table 106). */
const invisible = 3;
const thousandths = 1000;

/**
 * Adds invisible text to pages, so that what a scan shows can be selected and found. Each line is stretched to its place. The
 * pages look as before.
 */
export function addTextLayer(
  pdfium: Pdfium,
  document: number,
  pages: readonly LayerPage[],
  scratch: Scratch,
): void {
  const codes = new CharacterCodes();
  const encoded = pages.map(({ lines, ...page }) => ({
    ...page,
    lines: lines.map((line) => ({ ...line, codes: codes.encode(line.text) })),
  }));
  const font = loadFont(pdfium, document, codes);
  for (const { index, displayed, lines } of encoded) {
    const page = pdfium.functions.FPDF_LoadPage(document, index);
    if (page === 0) throw new RangeError(`There is no page ${index + 1}.`);
    const { toDisplayed, unit } = displaySpaceOf(pdfium, page, displayed, scratch);
    const target = { document, page, font, unit, toPage: invert(toDisplayed) };
    for (const line of lines) addLine(pdfium, target, line);
    pdfium.functions.FPDFPage_GenerateContent(page);
    pdfium.functions.FPDF_ClosePage(page);
  }
}

function loadFont(
  { functions, allocate, memory, free }: Pdfium,
  document: number,
  codes: CharacterCodes,
): number {
  const bytes = makeGlyphlessFont();
  const glyphs = Buffer.alloc(codes.size * 2);
  // All characters but the missing one have the second glyph.
  for (let code = 1; code < codes.size; code += 1) glyphs.writeUInt16BE(1, code * 2);
  const [fontAt, glyphsAt] = [allocate(bytes.length), allocate(glyphs.length)];
  memory().set(bytes, fontAt);
  memory().set(glyphs, glyphsAt);
  const font = functions.FPDFText_LoadCidType2Font(
    document,
    fontAt,
    bytes.length,
    codes.toUnicodeMap(),
    glyphsAt,
    glyphs.length,
  );
  free(fontAt);
  free(glyphsAt);
  if (font === 0) throw new Error('The font of the text layer cannot be loaded.');
  return font;
}

interface Target {
  readonly document: number;
  readonly page: number;
  readonly font: number;
  /** Height of a unit of the lines in points. */
  readonly unit: number;
  /** From the space of the lines to that of the page. */
  readonly toPage: Matrix;
}

function addLine(
  { functions, allocate, memory, free }: Pdfium,
  { document, page, font, unit, toPage }: Target,
  line: LayerLine & { readonly codes: readonly number[] },
): void {
  const { codes } = line;
  const size = line.size * unit;
  const [x0, y0] = transform(toPage, ...line.from);
  const [x1, y1] = transform(toPage, ...line.to);
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (codes.length === 0 || length === 0 || size <= 0) return;
  const object = functions.FPDFPageObj_CreateTextObj(document, font, size);
  const address = allocate(Math.max(codes.length * 4, 24));
  const view = () => new DataView(memory().buffer, memory().byteOffset + address);
  for (const [index, code] of codes.entries()) view().setUint32(index * 4, code, true);
  functions.FPDFText_SetCharcodes(object, address, codes.length);
  functions.FPDFTextObj_SetTextRenderMode(object, invisible);
  const stretch = (length * thousandths) / (codes.length * glyphWidth * size);
  const [cos, sin] = [(x1 - x0) / length, (y1 - y0) / length];
  const matrix = [stretch * cos, stretch * sin, -sin, cos, x0, y0];
  for (const [index, value] of matrix.entries()) view().setFloat32(index * 4, value, true);
  functions.FPDFPageObj_TransformF(object, address);
  free(address);
  functions.FPDFPage_InsertObject(page, object);
}

/** The transformation from the space of a page to that of its lines. */
function displaySpaceOf(
  pdfium: Pdfium,
  page: number,
  displayed: LayerPage['displayed'],
  scratch: Scratch,
): { readonly toDisplayed: Matrix; readonly unit: number } {
  const { width, height, toDisplayed } = readPageSpace(pdfium, page, scratch);
  if (displayed === undefined) return { toDisplayed, unit: 1 };
  const scale: Matrix = [displayed.width / width, 0, 0, displayed.height / height, 0, 0];
  return { toDisplayed: multiply(toDisplayed, scale), unit: height / displayed.height };
}

function invert([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c;
  const [ia, ib, ic, id] = [d / determinant, -b / determinant, -c / determinant, a / determinant];
  return [ia, ib, ic, id, -(e * ia + f * ic), -(e * ib + f * id)];
}
