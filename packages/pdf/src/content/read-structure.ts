import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';

/** An element of the structure of a tagged PDF (ISO 32000-1, 14.7), as far as it is on one page. */
export interface StructureElement {
  /** A standard type, such as `P`, `H1` or `TD`, or one of the producer's own. */
  readonly type: string;
  /** Elements, and identifiers of marked content. */
  readonly children: readonly (StructureElement | number)[];
  /** Replacement text; '' without one. */
  readonly alternativeText: string;
  /** Numbers of columns and rows that a cell covers. */
  readonly columnSpan: number;
  readonly rowSpan: number;
}

const elementsMax = 50_000;
const depthMax = 64;

/** Reads the structure elements of a page. @returns an empty list for a page without tags */
export function readStructure(pdfium: Pdfium, page: number, scratch: Scratch): StructureElement[] {
  const { functions } = pdfium;
  const tree = functions.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  const reader = new StructureReader(pdfium, scratch);
  const elements: StructureElement[] = [];
  const count = functions.FPDF_StructTree_CountChildren(tree);
  for (let index = 0; index < count; index += 1) {
    const element = reader.read(functions.FPDF_StructTree_GetChildAtIndex(tree, index), 0);
    if (element) elements.push(element);
  }
  functions.FPDF_StructTree_Close(tree);
  return elements;
}

class StructureReader {
  readonly #pdfium: Pdfium;
  readonly #scratch: Scratch;
  #elements = 0;

  constructor(pdfium: Pdfium, scratch: Scratch) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
  }

  read(element: number, depth: number): StructureElement | undefined {
    this.#elements += 1;
    if (element === 0 || depth > depthMax || this.#elements > elementsMax) return undefined;
    const { functions } = this.#pdfium;
    const type = this.#scratch.text((at, length) =>
      functions.FPDF_StructElement_GetType(element, at, length),
    );
    const alternativeText = this.#scratch.text((at, length) =>
      functions.FPDF_StructElement_GetAltText(element, at, length),
    );
    const children: (StructureElement | number)[] = [];
    const count = functions.FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < count; index += 1) {
      const child = functions.FPDF_StructElement_GetChildAtIndex(element, index);
      const read =
        child === 0
          ? functions.FPDF_StructElement_GetChildMarkedContentID(element, index)
          : this.read(child, depth + 1);
      if (read !== undefined && read !== -1) children.push(read);
    }
    const isCell = type === 'TD' || type === 'TH';
    return {
      type,
      children,
      alternativeText: alternativeText.trim(),
      columnSpan: isCell ? this.#readSpan(element, 'ColSpan') : 1,
      rowSpan: isCell ? this.#readSpan(element, 'RowSpan') : 1,
    };
  }

  #readSpan(element: number, name: string): number {
    const { functions } = this.#pdfium;
    const count = Math.min(functions.FPDF_StructElement_GetAttributeCount(element), attributesMax);
    for (let index = 0; index < count; index += 1) {
      const attribute = functions.FPDF_StructElement_GetAttributeAtIndex(element, index);
      const value = functions.FPDF_StructElement_Attr_GetValue(attribute, name);
      if (value === 0) continue;
      if (!functions.FPDF_StructElement_Attr_GetNumberValue(value, this.#scratch.address)) continue;
      const span = Math.trunc(this.#scratch.float(0));
      return Math.min(Math.max(span, 1), spanMax);
    }
    return 1;
  }
}

const attributesMax = 16;
const spanMax = 1000;
