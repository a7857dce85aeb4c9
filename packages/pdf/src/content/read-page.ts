import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import type { PdfForm } from './pdf-form.ts';
import { type Drawings, readDrawings } from './read-drawings.ts';
import { type FieldValue, readFieldValues } from './read-field-values.ts';
import { type Glyph, readGlyphs } from './read-glyphs.ts';
import { type PageLink, readLinks } from './read-links.ts';
import { readPageSpace } from './read-page-space.ts';
import { readStructure, type StructureElement } from './read-structure.ts';

export type { PageBox } from './page-space.ts';

/** Everything on a page. Positions are in points from the top left corner of the page as displayed. */
export interface PageContents extends Drawings {
  readonly width: number;
  readonly height: number;
  /** Characters in the order of the content. */
  readonly glyphs: readonly Glyph[];
  readonly links: readonly PageLink[];
  /** The values that the fields of a form show. */
  readonly fields: readonly FieldValue[];
  /** The structure of a tagged PDF, else empty. */
  readonly structure: readonly StructureElement[];
}

/** Reads a loaded page. */
export function readPage(
  pdfium: Pdfium,
  document: { readonly handle: number; readonly form: PdfForm },
  page: number,
  scratch: Scratch,
): PageContents {
  const { width, height, toDisplayed } = readPageSpace(pdfium, page, scratch);
  const { rules, areas, images, strokes } = readDrawings(pdfium, page, toDisplayed, scratch);
  return {
    width,
    height,
    glyphs: readGlyphs(pdfium, page, toDisplayed, scratch),
    rules,
    areas,
    images,
    strokes,
    links: readLinks(pdfium, document.handle, page, toDisplayed, scratch),
    fields: readFieldValues(pdfium, document.form, page, toDisplayed, scratch),
    structure: readStructure(pdfium, page, scratch),
  };
}
