/** The threads that an operation computes in: those shared by the engines, or those of the OCR engine or the translator. */
export type ComputeResource = 'threads' | 'ocr' | 'translation';

/** An estimate of the work of an operation, made from the length of its body before that is read. */
export interface WorkCost {
  readonly resource: ComputeResource;
  /** Milliseconds per request. */
  readonly baseMs: number;
  /** Milliseconds per byte of the body. */
  readonly perByteMs: number;
}
