/** What a recognition thread is started with: language codes of Tesseract and where their data lie (gzip). */
export interface RecognitionSetup {
  readonly languages: readonly { code: string; path: string }[];
}

export interface RecognitionRequest {
  readonly id: number;
  /** A graymap, or the bytes of a PNG, JPEG or BMP file. */
  readonly image: Uint8Array;
  /** Tesseract's page segmentation mode: 3 finds columns and paragraphs, 11 takes text wherever it is. */
  readonly pageSegmentation: number;
}

export type RecognitionAnswer =
  | { readonly kind: 'progress'; readonly id: number; readonly fraction: number }
  | { readonly kind: 'recognized'; readonly id: number; readonly table: string }
  | { readonly kind: 'unreadable'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
