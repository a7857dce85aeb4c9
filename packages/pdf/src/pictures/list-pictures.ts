import { type Matrix, multiply, type PageBox, transform } from '../content/page-space.ts';
import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { directionOf, isUpright, type PictureDirection } from './picture-direction.ts';

/** An image object on a page. */
export interface ImageObject {
  /** Handle, valid as long as the page is open. */
  readonly object: number;
  /** Pixels as stored. */
  readonly width: number;
  readonly height: number;
  readonly direction: PictureDirection;
}

/** A picture on a page: an image, or several that are strips of one. */
export interface ListedPicture {
  /** Edges in points from the top left corner of the page as displayed. */
  readonly box: PageBox;
  /** From top to bottom. */
  readonly parts: readonly ImageObject[];
  /** Identifier of its marked content (ISO 32000-1, 14.6); -1 without one. */
  readonly markedContentId: number;
}

/** FPDF_PAGEOBJ_* (fpdf_edit.h). */
const objectTypes = { image: 3, form: 5 };
const objectsMax = 20_000;
const depthMax = 6;
/** Distance between the edges of strips of one image, in points. */
const stripDistance = 0.5;

/** Lists the pictures of a page in the order of its content, including those inside forms, without those outside of it. */
export function listPictures(
  pdfium: Pdfium,
  page: number,
  {
    width,
    height,
    toDisplayed,
  }: { readonly width: number; readonly height: number; readonly toDisplayed: Matrix },
  scratch: Scratch,
): ListedPicture[] {
  const { functions } = pdfium;
  const reader = new ImageReader(pdfium, scratch);
  reader.readObjects(
    functions.FPDFPage_CountObjects(page),
    (index) => functions.FPDFPage_GetObject(page, index),
    toDisplayed,
    0,
  );
  return joinStrips(reader.pictures).flatMap((picture) => {
    const box = clip(picture.box, width, height);
    return box === undefined ? [] : [{ ...picture, box }];
  });
}

class ImageReader {
  readonly pictures: ListedPicture[] = [];
  readonly #pdfium: Pdfium;
  readonly #scratch: Scratch;
  #objects = 0;

  constructor(pdfium: Pdfium, scratch: Scratch) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
  }

  readObjects(count: number, get: (index: number) => number, outer: Matrix, depth: number): void {
    const { functions } = this.#pdfium;
    for (let index = 0; index < count; index += 1) {
      this.#objects += 1;
      if (this.#objects > objectsMax || depth > depthMax) return;
      const object = get(index);
      const type = functions.FPDFPageObj_GetType(object);
      if (type === objectTypes.image) this.#readImage(object, multiply(this.#matrixOf(object), outer));
      else if (type === objectTypes.form) {
        this.readObjects(
          functions.FPDFFormObj_CountObjects(object),
          (at) => functions.FPDFFormObj_GetObject(object, at),
          multiply(this.#matrixOf(object), outer),
          depth + 1,
        );
      }
    }
  }

  #readImage(object: number, matrix: Matrix): void {
    const { functions } = this.#pdfium;
    const { address } = this.#scratch;
    if (!functions.FPDFImageObj_GetImagePixelSize(object, address, address + 4)) return;
    const [width, height] = [this.#scratch.integer(0), this.#scratch.integer(1)];
    const box = boxOf(matrix);
    if (!(width > 0 && height > 0) || !Object.values(box).every(Number.isFinite)) return;
    const part = { object, width, height, direction: directionOf(matrix) };
    const markedContentId = functions.FPDFPageObj_GetMarkedContentID(object);
    this.pictures.push({ box, parts: [part], markedContentId });
  }

  #matrixOf(object: number): Matrix {
    const { address } = this.#scratch;
    if (!this.#pdfium.functions.FPDFPageObj_GetMatrix(object, address)) return [1, 0, 0, 1, 0, 0];
    const float = (at: number) => this.#scratch.float(at);
    return [float(0), float(1), float(2), float(3), float(4), float(5)];
  }
}

/** The box around the unit square. */
function boxOf(matrix: Matrix): PageBox {
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map(([x = 0, y = 0]) => transform(matrix, x, y));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/** @returns the part of a box that is on the page; undefined if it is outside */
function clip(box: PageBox, width: number, height: number): PageBox | undefined {
  const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
  const [right, bottom] = [Math.min(box.right, width), Math.min(box.bottom, height)];
  return right > left && bottom > top ? { left, top, right, bottom } : undefined;
}

/** Joins images that follow each other and touch, one below the other: some programs cut pictures into strips. */
function joinStrips(pictures: readonly ListedPicture[]): ListedPicture[] {
  const joined: ListedPicture[] = [];
  for (const picture of pictures) {
    const last = joined.at(-1);
    if (last === undefined || !continues(last, picture)) joined.push(picture);
    else
      joined[joined.length - 1] = {
        ...last,
        box: { ...last.box, bottom: picture.box.bottom },
        parts: [...last.parts, ...picture.parts],
      };
  }
  return joined;
}

function continues(above: ListedPicture, below: ListedPicture): boolean {
  const [part, next] = [above.parts.at(-1), below.parts[0]];
  if (part === undefined || next === undefined || part.width !== next.width) return false;
  const isClose = (a: number, b: number) => Math.abs(a - b) <= stripDistance;
  return (
    isUpright(part.direction) &&
    isUpright(next.direction) &&
    isClose(above.box.left, below.box.left) &&
    isClose(above.box.right, below.box.right) &&
    isClose(above.box.bottom, below.box.top)
  );
}
