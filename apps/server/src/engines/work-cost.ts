/** The threads that an operation computes in: those shared by the engines, or those of the OCR engine or the translator. */
export type ComputeResource = 'threads' | 'ocr' | 'translation';

/** An estimate of the work of an operation by its input. */
export interface WorkCost<Input> {
  readonly resource: ComputeResource;
  /** Milliseconds per request. */
  readonly baseMs: number;
  /** Milliseconds per unit of the input. */
  readonly perUnitMs: number;
  /** Returns the length of the input, in UTF-16 units of text or bytes of a file. */
  readonly units: (input: Input) => number;
}

/** Expected work of one request. */
export interface ExpectedWork {
  readonly resource: ComputeResource;
  /** Milliseconds of one thread. */
  readonly ms: number;
}
