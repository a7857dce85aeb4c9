import type { BusinessDraft } from './business-draft.ts';

/** The content of a document, before its font is chosen. */
export interface DocumentBody {
  readonly html: string;
  readonly css?: string;
  /** Width of the sheet in CSS pixels. */
  readonly width: number;
  /** Height of an A4 sheet, or less for receipts, which end after their text. */
  readonly heightMin?: number;
  readonly fonts: 'sans' | 'serif' | 'mono';
}

/** Draws a document of one kind with random content. */
export type DocumentLayout = (draft: BusinessDraft) => DocumentBody;

/** Width and height of A4 in CSS pixels. */
export const a4 = { width: 794, heightMin: 1123 } as const;
