/** Called by long work with the completed fraction, 0..1, and optionally the current step. */
export type Progress = (fraction: number, message?: string) => void;
