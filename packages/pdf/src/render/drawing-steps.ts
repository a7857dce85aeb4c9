/**
 * Limit of the steps for drawing a page, in which PDFium spends 5 s at most for small files (90 to 350 million steps a
 * second). A scan of 16 million pixels takes 180 million steps, and 300 million if it is rotated; an image of 100 million
 * pixels 360 million, and a JPEG of 10 MB 580 million.
 */
const [stepsMin, stepsPerByte, stepsMax] = [500_000_000, 200, 2_000_000_000];

/** The work that is allowed for drawing a page, in steps of PDFium. @param length of the file in bytes */
export function drawingStepsMax(length: number): number {
  return Math.min(stepsMax, stepsMin + length * stepsPerByte);
}
