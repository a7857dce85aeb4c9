import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { type Matrix, type PageBox, transformBox } from './page-space.ts';

/** A text or choice in a field of a form, or a text that was written on the page. */
export interface FieldValue extends PageBox {
  readonly value: string;
}

/** FPDF_ANNOT_* (fpdf_annot.h). */
const annotationTypes = { freeText: 3, widget: 20 };
const annotationsMax = 5000;

/** Reads the texts that annotations show on a page: they are no part of its content. */
export function readFieldValues(
  { functions }: Pdfium,
  page: number,
  toDisplayed: Matrix,
  scratch: Scratch,
): FieldValue[] {
  const values: FieldValue[] = [];
  const count = Math.min(functions.FPDFPage_GetAnnotCount(page), annotationsMax);
  for (let index = 0; index < count; index += 1) {
    const annotation = functions.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const type = functions.FPDFAnnot_GetSubtype(annotation);
    if (type === annotationTypes.freeText || type === annotationTypes.widget) {
      const read = (key: string): string =>
        scratch.text((at, length) => functions.FPDFAnnot_GetStringValue(annotation, key, at, length)).trim();
      const isChoiceOrText = type === annotationTypes.freeText || /^(?:Tx|Ch)$/.test(read('FT'));
      const value = type === annotationTypes.freeText ? read('Contents') : read('V');
      if (isChoiceOrText && value !== '' && functions.FPDFAnnot_GetRect(annotation, scratch.address)) {
        const [left = 0, top = 0, right = 0, bottom = 0] = [0, 1, 2, 3].map((at) => scratch.float(at));
        values.push({ ...transformBox(toDisplayed, left, bottom, right, top), value });
      }
    }
    functions.FPDFPage_CloseAnnot(annotation);
  }
  return values;
}
