import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { type Matrix, type PageBox, transformBox } from './page-space.ts';
import type { PdfForm } from './pdf-form.ts';

/** The value that a field of a form shows, or a text that was written on the page. */
export interface FieldValue extends PageBox {
  /** A text or choice; ☒ or ☐ for check boxes and radio buttons. */
  readonly value: string;
  readonly kind: 'text' | 'mark';
}

/** FPDF_ANNOT_* and FPDF_ANNOT_FLAG_* (fpdf_annot.h). */
const annotationTypes = { freeText: 3, widget: 20 };
const invisibleFlags = (1 << 1) | (1 << 5);
/** FPDF_FORMFIELD_* (fpdf_formfill.h). */
const fieldTypes = { checkBox: 2, radioButton: 3, comboBox: 4, listBox: 5, text: 6 };
/** The field shows asterisks (ISO 32000-1, table 228). */
const passwordFlag = 1 << 13;
const annotationsMax = 5000;

/** Reads what annotations show on a page: fields of forms and written texts, which are no part of its content. */
export function readFieldValues(
  pdfium: Pdfium,
  form: PdfForm,
  page: number,
  toDisplayed: Matrix,
  scratch: Scratch,
): FieldValue[] {
  const { functions } = pdfium;
  const values: FieldValue[] = [];
  const count = Math.min(functions.FPDFPage_GetAnnotCount(page), annotationsMax);
  for (let index = 0; index < count; index += 1) {
    const annotation = functions.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const isVisible = (functions.FPDFAnnot_GetFlags(annotation) & invisibleFlags) === 0;
    const shown = isVisible ? readAnnotation(pdfium, form, annotation, scratch) : undefined;
    if (shown && functions.FPDFAnnot_GetRect(annotation, scratch.address)) {
      const [left = 0, top = 0, right = 0, bottom = 0] = [0, 1, 2, 3].map((at) => scratch.float(at));
      values.push({ ...transformBox(toDisplayed, left, bottom, right, top), ...shown });
    }
    functions.FPDFPage_CloseAnnot(annotation);
  }
  return values;
}

/** @returns undefined if it shows nothing */
function readAnnotation(
  { functions }: Pdfium,
  form: PdfForm,
  annotation: number,
  scratch: Scratch,
): Pick<FieldValue, 'value' | 'kind'> | undefined {
  const type = functions.FPDFAnnot_GetSubtype(annotation);
  const text = (write: (at: number, length: number) => number) => {
    const value = scratch.text(write).trim();
    return value === '' ? undefined : ({ value, kind: 'text' } as const);
  };
  // The state that is drawn; fields without one are as their values say.
  const isChecked = (): boolean => {
    const state = scratch.text((at, length) =>
      functions.FPDFAnnot_GetStringValue(annotation, 'AS', at, length),
    );
    return state === '' ? functions.FPDFAnnot_IsChecked(form.handle, annotation) : state !== 'Off';
  };
  if (type === annotationTypes.freeText)
    return text((at, length) => functions.FPDFAnnot_GetStringValue(annotation, 'Contents', at, length));
  if (type !== annotationTypes.widget || form.handle === 0) return undefined;
  switch (functions.FPDFAnnot_GetFormFieldType(form.handle, annotation)) {
    case fieldTypes.checkBox:
    case fieldTypes.radioButton:
      return { value: isChecked() ? '☒' : '☐', kind: 'mark' };
    case fieldTypes.text:
      if ((functions.FPDFAnnot_GetFormFieldFlags(form.handle, annotation) & passwordFlag) !== 0)
        return undefined;
      return text((at, length) => functions.FPDFAnnot_GetFormFieldValue(form.handle, annotation, at, length));
    case fieldTypes.comboBox:
    case fieldTypes.listBox:
      return text((at, length) => functions.FPDFAnnot_GetFormFieldValue(form.handle, annotation, at, length));
    default:
      return undefined;
  }
}
