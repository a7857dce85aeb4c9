import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { type Matrix, type PageBox, transform, transformBox } from './page-space.ts';

/** The look of the characters that one operator shows. */
export interface GlyphStyle {
  /** Number of the object on the page. */
  readonly object: number;
  /** Base font name without the prefix of a subset; '' if unknown. */
  readonly fontName: string;
  /** Height of the font in points as displayed. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  /** Whether the text is invisible, such as the text layer of a scan (text rendering mode 3). */
  readonly isInvisible: boolean;
  /** Clockwise direction of the text in degrees, from 0 to 359. */
  readonly angle: number;
  /** Red, green and blue, 8 bits each. */
  readonly color: number;
  /** Identifier of its marked content (ISO 32000-1, 14.6); -1 without one. */
  readonly markedContentId: number;
  /** Whether it is marked as an artifact, such as a page number. */
  readonly isArtifact: boolean;
}

/** A character on the page as displayed. */
export interface Glyph {
  readonly text: string;
  /** From the origin to the advance in the direction of the text, and from ascent to descent. */
  readonly box: PageBox;
  /** The origin on the baseline. */
  readonly x: number;
  readonly y: number;
  readonly style: GlyphStyle;
}

/** Flags of a font descriptor (ISO 32000-1, table 123). */
const fontFlags = { fixedPitch: 1, italic: 64, forceBold: 1 << 18 };
const invisibleMode = 3;
const boldWeightMin = 600;
/** The code that PDFium returns for a hyphen at the end of a line. */
const lineEndHyphen = 2;

interface Font {
  readonly name: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
}

/** Reads the characters of a page in the order of its content, without the spaces and line ends that PDFium adds. */
export function readGlyphs(pdfium: Pdfium, page: number, toDisplayed: Matrix, scratch: Scratch): Glyph[] {
  const textPage = pdfium.functions.FPDFText_LoadPage(page);
  if (textPage === 0) return [];
  const glyphs = new GlyphReader(pdfium, textPage, toDisplayed, scratch).read();
  pdfium.functions.FPDFText_ClosePage(textPage);
  return glyphs;
}

class GlyphReader {
  readonly #pdfium: Pdfium;
  readonly #textPage: number;
  readonly #toDisplayed: Matrix;
  readonly #scratch: Scratch;
  readonly #styles = new Map<number, GlyphStyle>();
  readonly #fonts = new Map<number, Font>();

  constructor(pdfium: Pdfium, textPage: number, toDisplayed: Matrix, scratch: Scratch) {
    this.#pdfium = pdfium;
    this.#textPage = textPage;
    this.#toDisplayed = toDisplayed;
    this.#scratch = scratch;
  }

  read(): Glyph[] {
    const { functions } = this.#pdfium;
    const count = functions.FPDFText_CountChars(this.#textPage);
    const glyphs: Glyph[] = [];
    for (let index = 0; index < count; index += 1) {
      const object = functions.FPDFText_GetTextObject(this.#textPage, index);
      if (object === 0) continue;
      let code = functions.FPDFText_GetUnicode(this.#textPage, index);
      if (code === lineEndHyphen) code = 0x2d;
      // Characters outside of the basic plane may be two code units.
      const low = isHighSurrogate(code) ? functions.FPDFText_GetUnicode(this.#textPage, index + 1) : 0;
      const style = this.#styles.get(object) ?? this.#readStyle(object, index);
      const glyph = this.#readGlyph(index, low === 0 ? textOf(code) : String.fromCharCode(code, low), style);
      if (low !== 0) index += 1;
      if (glyph) glyphs.push(glyph);
    }
    return glyphs;
  }

  #readGlyph(index: number, text: string, style: GlyphStyle): Glyph | undefined {
    const { functions } = this.#pdfium;
    const { address } = this.#scratch;
    if (!functions.FPDFText_GetLooseCharBox(this.#textPage, index, address)) return undefined;
    const [x0, y1, x1, y0] = [0, 1, 2, 3].map((at) => this.#scratch.float(at));
    const box = transformBox(this.#toDisplayed, x0 ?? 0, y0 ?? 0, x1 ?? 0, y1 ?? 0);
    if (!functions.FPDFText_GetCharOrigin(this.#textPage, index, address, address + 8)) return undefined;
    const [x, y] = transform(this.#toDisplayed, this.#scratch.double(0), this.#scratch.double(1));
    if (!Number.isFinite(x + y + box.left + box.right + box.top + box.bottom)) return undefined;
    return { text, box, x, y, style };
  }

  #readStyle(object: number, index: number): GlyphStyle {
    const { functions } = this.#pdfium;
    const { address } = this.#scratch;
    functions.FPDFText_GetMatrix(this.#textPage, index, address);
    const [a = 1, b = 0, c = 0, d = 1] = [0, 1, 2, 3].map((at) => this.#scratch.float(at));
    const [da, db, dc, dd] = this.#toDisplayed;
    const [dx, dy] = [a * da + b * dc, a * db + b * dd];
    const angle = (Math.round((Math.atan2(dy, dx) * 180) / Math.PI) + 360) % 360;
    const font = functions.FPDFTextObj_GetFont(object);
    const isSized = functions.FPDFTextObj_GetFontSize(object, address);
    const size = (isSized ? Math.abs(this.#scratch.float(0)) : 1) * Math.hypot(c, d);
    const markedContentId = functions.FPDFPageObj_GetMarkedContentID(object);
    const mode = functions.FPDFTextObj_GetTextRenderMode(object);
    const { name, ...look } = this.#fonts.get(font) ?? this.#readFont(font);
    const style: GlyphStyle = {
      object: this.#styles.size,
      fontName: name,
      size: Number.isFinite(size) ? size : 1,
      ...look,
      // The font of a text layer has characters of one width, whatever the picture shows.
      isMonospaced: look.isMonospaced && mode !== invisibleMode,
      isInvisible: mode === invisibleMode,
      angle,
      color: this.#readColor(object),
      markedContentId,
      isArtifact: this.#isArtifact(object),
    };
    this.#styles.set(object, style);
    return style;
  }

  #readFont(font: number): Font {
    const { functions } = this.#pdfium;
    const name = this.#scratch
      .text((address, length) => functions.FPDFFont_GetBaseFontName(font, address, length), 'utf8')
      .replace(/^[A-Z]{6}\+/, '');
    const flags = functions.FPDFFont_GetFlags(font);
    const weight = functions.FPDFFont_GetWeight(font);
    const isKnown = /regular|roman|book|light|medium|italic|oblique/i.test(name) && !boldName.test(name);
    const read: Font = {
      name,
      isBold:
        boldName.test(name) ||
        (!isKnown && (flags & fontFlags.forceBold) !== 0) ||
        (!isKnown && weight >= boldWeightMin && weight <= 1000 && name === ''),
      isItalic: /ital|obli|slanted|kursiv|cmti|cmsl|SFTI/i.test(name) || (flags & fontFlags.italic) !== 0,
      isMonospaced: monospacedName.test(name) || (flags & fontFlags.fixedPitch) !== 0,
    };
    this.#fonts.set(font, read);
    return read;
  }

  #readColor(object: number): number {
    const { address } = this.#scratch;
    const [r, g, b, alpha] = [address, address + 4, address + 8, address + 12] as const;
    if (!this.#pdfium.functions.FPDFPageObj_GetFillColor(object, r, g, b, alpha)) return 0;
    return (this.#scratch.integer(0) << 16) | (this.#scratch.integer(1) << 8) | this.#scratch.integer(2);
  }

  #isArtifact(object: number): boolean {
    const { functions } = this.#pdfium;
    const count = Math.min(functions.FPDFPageObj_CountMarks(object), marksMax);
    for (let index = 0; index < count; index += 1) {
      const mark = functions.FPDFPageObj_GetMark(object, index);
      const name = this.#scratch.text((address, length) => {
        const out = address + length - 4;
        functions.FPDFPageObjMark_GetName(mark, address, length - 4, out);
        return this.#scratch.integer((out - this.#scratch.address) / 4);
      });
      if (name === 'Artifact') return true;
    }
    return false;
  }
}

const marksMax = 16;
const boldName = /bold|black|heavy|semib|demi|[-,]bd\b|cmbx|SFBX|NimbusSanL-Bol|-B$|-Medi/i;
const monospacedName = /mono|courier|consol|typewriter|cmtt|SFTT|menlo|code|fixed|terminal|LMTT|lmtt/i;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

const textOf = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd';
