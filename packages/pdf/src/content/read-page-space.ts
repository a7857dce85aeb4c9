import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { displayMatrix, type Matrix } from './page-space.ts';

/** A page as displayed. */
export interface PageSpace {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** From the space of the page to points from the top left corner of the page as displayed. */
  readonly toDisplayed: Matrix;
}

/** Reads how a loaded page is displayed. */
export function readPageSpace({ functions }: Pdfium, page: number, scratch: Scratch): PageSpace {
  functions.FPDF_GetPageBoundingBox(page, scratch.address);
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 1, 2, 3].map((at) => scratch.float(at));
  const rotation = functions.FPDFPage_GetRotation(page);
  const toDisplayed = displayMatrix({ left, bottom, right, top }, rotation);
  const [across, down] = [right - left, top - bottom];
  return rotation % 2 === 1
    ? { width: down, height: across, toDisplayed }
    : { width: across, height: down, toDisplayed };
}
