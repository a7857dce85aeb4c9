import { hyperlinkOf } from '../word/field-stack.ts';

/** A field whose code was read or is being read. */
export interface RtfFieldState {
  code: string;
}

const codeLengthMax = 4000;

/** Adds text to the code of a field. */
export function addFieldCode(field: RtfFieldState | undefined, text: string): void {
  if (field && field.code.length < codeLengthMax) field.code += text;
}

/** @returns the address of a link; undefined for other fields */
export function addressOfField(field: RtfFieldState | undefined): string | undefined {
  return field && hyperlinkOf(field.code);
}

/** Whether a field is a table of contents or an index. */
export function isContentsField(field: RtfFieldState | undefined): boolean {
  return field !== undefined && /^\s*(?:TOC|INDEX|TOA)\b/i.test(field.code);
}
