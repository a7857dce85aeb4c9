import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { type Matrix, type PageBox, transform, transformBox } from './page-space.ts';
import { objectTypes, type VisitedObject, visitObjects } from './visit-objects.ts';

/** A straight line or thin rectangle, parallel to an edge of the page. */
export interface Rule extends PageBox {
  readonly direction: 'horizontal' | 'vertical';
}

/** A painted area. */
export interface PaintedArea extends PageBox {
  /** Red, green and blue, 8 bits each. */
  readonly color: number;
}

/** Place of an image. */
export interface ImageBox extends PageBox {
  /** Whether it is compressed as the black and white pages of scanners and faxes are (CCITT, JBIG2). */
  readonly isBitonal: boolean;
}

/** Lines, areas and images of a page. */
export interface Drawings {
  readonly rules: Rule[];
  readonly areas: PaintedArea[];
  readonly images: ImageBox[];
  /** Boxes of small drawings other than straight lines along the edges, such as the two strokes of a cross. */
  readonly strokes: PageBox[];
}

/** FPDF_SEGMENT_* (fpdf_edit.h). */
const segmentTypes = { lineTo: 0, bezierTo: 1, moveTo: 2 };
const objectsMax = 20_000;
const rulesMax = 20_000;
const segmentsMax = 400;
/** Wider rectangles are areas. */
const thicknessMax = 3;
/** Shorter lines are dots or parts of letters. */
const lengthMin = 4;
/** Drawings that are larger are no marks, in points. */
const strokeSizeMax = 24;
const strokesMax = 5000;

/** Filters of images with one bit for each pixel, with their abbreviations; and how many filters of an image are looked at. */
const bitonalFilters = new Set(['CCITTFaxDecode', 'CCF', 'JBIG2Decode']);
const filtersMax = 4;

/** Reads the straight lines, areas and images of a page, including those inside forms. */
export function readDrawings(pdfium: Pdfium, page: number, toDisplayed: Matrix, scratch: Scratch): Drawings {
  const reader = new DrawingReader(pdfium, scratch);
  visitObjects(pdfium, page, {
    outer: toDisplayed,
    objectsMax,
    address: scratch.address,
    visit: (object) => reader.read(object),
  });
  return reader;
}

class DrawingReader implements Drawings {
  readonly rules: Rule[] = [];
  readonly areas: PaintedArea[] = [];
  readonly images: ImageBox[] = [];
  readonly strokes: PageBox[] = [];
  readonly #pdfium: Pdfium;
  readonly #scratch: Scratch;

  constructor(pdfium: Pdfium, scratch: Scratch) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
  }

  /** @returns false once there are too many lines */
  read({ object, type, readMatrix }: VisitedObject): boolean {
    if (type === objectTypes.path) this.#readPath(object, readMatrix());
    else if (type === objectTypes.image) this.#addImage(object, readMatrix());
    return this.rules.length <= rulesMax;
  }

  #addImage(object: number, matrix: Matrix): void {
    const { functions } = this.#pdfium;
    const count = Math.min(functions.FPDFImageObj_GetImageFilterCount(object), filtersMax);
    let isBitonal = false;
    for (let index = 0; index < count; index += 1) {
      const filter = this.#scratch.text(
        (at, length) => functions.FPDFImageObj_GetImageFilter(object, index, at, length),
        'utf8',
      );
      isBitonal ||= bitonalFilters.has(filter);
    }
    this.images.push({ ...transformBox(matrix, 0, 0, 1, 1), isBitonal });
  }

  #readPath(path: number, matrix: Matrix): void {
    const { functions } = this.#pdfium;
    const { address } = this.#scratch;
    if (!functions.FPDFPath_GetDrawMode(path, address, address + 4)) return;
    const [isFilled, isStroked] = [this.#scratch.integer(0) !== 0, this.#scratch.integer(1) !== 0];
    const count = functions.FPDFPath_CountSegments(path);
    if (count > segmentsMax || (!isFilled && !isStroked)) return;
    let subpath: (readonly [number, number])[] = [];
    const subpaths = [subpath];
    for (let index = 0; index < count; index += 1) {
      const segment = functions.FPDFPath_GetPathSegment(path, index);
      const type = functions.FPDFPathSegment_GetType(segment);
      // Rounded corners count as straight.
      if (type === segmentTypes.moveTo) {
        subpath = [];
        subpaths.push(subpath);
      }
      if (!functions.FPDFPathSegment_GetPoint(segment, address, address + 4)) continue;
      subpath.push(transform(matrix, this.#scratch.float(0), this.#scratch.float(1)));
      const [first] = subpath;
      if (functions.FPDFPathSegment_GetClose(segment) && first) subpath.push(first);
    }
    for (const points of subpaths) {
      if (isFilled || isCircle(points)) this.#addFilled(points, path);
      if (isStroked) this.#addLines(points);
      this.#addStroke(points);
    }
  }

  #addFilled(points: readonly (readonly [number, number])[], path: number): void {
    if (points.length < 3) return;
    const box = boundsOfPoints(points);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (height <= thicknessMax && width >= lengthMin) this.rules.push({ ...box, direction: 'horizontal' });
    else if (width <= thicknessMax && height >= lengthMin) this.rules.push({ ...box, direction: 'vertical' });
    else if (
      isDot(width, height) ||
      isCircle(points) ||
      (width > thicknessMax && height > thicknessMax && points.length <= areaPointsMax)
    )
      this.areas.push({ ...box, color: this.#colorOf(path) });
  }

  #addLines(points: readonly (readonly [number, number])[]): void {
    for (const [index, [x1, y1]] of points.entries()) {
      const [x0, y0] = points[index - 1] ?? [x1, y1];
      const box = {
        left: Math.min(x0, x1),
        top: Math.min(y0, y1),
        right: Math.max(x0, x1),
        bottom: Math.max(y0, y1),
      };
      const [width, height] = [box.right - box.left, box.bottom - box.top];
      if (height <= 1 && width >= lengthMin) this.rules.push({ ...box, direction: 'horizontal' });
      else if (width <= 1 && height >= lengthMin) this.rules.push({ ...box, direction: 'vertical' });
    }
  }

  #addStroke(points: readonly (readonly [number, number])[]): void {
    const isSlanted = points.some(([x, y], index) => {
      const [before, above] = points[index - 1] ?? [x, y];
      return Math.abs(x - before) > 1 && Math.abs(y - above) > 1;
    });
    if (!isSlanted || this.strokes.length >= strokesMax) return;
    const box = boundsOfPoints(points);
    const isSmall = box.right - box.left <= strokeSizeMax && box.bottom - box.top <= strokeSizeMax;
    if (isSmall) this.strokes.push(box);
  }

  #colorOf(object: number): number {
    const { address } = this.#scratch;
    const [r, g, b, alpha] = [address, address + 4, address + 8, address + 12] as const;
    if (!this.#pdfium.functions.FPDFPageObj_GetFillColor(object, r, g, b, alpha)) return 0;
    return (this.#scratch.integer(0) << 16) | (this.#scratch.integer(1) << 8) | this.#scratch.integer(2);
  }
}

function boundsOfPoints(points: readonly (readonly [number, number])[]): PageBox {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/** Whether a shape is as wide as it is high, and small, such as a bullet. */
const isDot = (width: number, height: number): boolean =>
  width > 1 && width <= thicknessMax + 1 && Math.abs(width - height) < 0.3 * width;

/** Whether points are those of a small circle, such as a bullet. */
function isCircle(points: readonly (readonly [number, number])[]): boolean {
  if (points.length < 8 || points.length > circlePointsMax) return false;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return Math.max(...xs) - Math.min(...xs) < 9 && Math.max(...ys) - Math.min(...ys) < 9;
}

/** A rectangle with rounded corners has up to 17 points, a circle of 16 curves has 49. */
const [areaPointsMax, circlePointsMax] = [20, 64];
