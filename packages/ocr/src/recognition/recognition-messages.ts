import type { ImageErrorCode } from '../image-error.ts';
import type { RecognizedImage } from './recognize-image.ts';

/** What a recognition thread is started with: language codes of Tesseract and the paths of their data (gzip). */
export interface RecognitionWorkerData {
  readonly languages: readonly { readonly code: string; readonly path: string }[];
  readonly pixelsMax: number;
}

export interface RecognitionRequest {
  readonly id: number;
  /** An image file. */
  readonly bytes: Uint8Array;
}

export type RecognitionResponse =
  | { readonly kind: 'recognized'; readonly id: number; readonly image: RecognizedImage }
  | { readonly kind: 'refused'; readonly id: number; readonly code: ImageErrorCode; readonly message: string }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
