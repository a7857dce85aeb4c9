import { type Matrix, type PageBox, transform } from '../content/page-space.ts';
import type { PageSpace } from '../content/read-page-space.ts';
import { objectTypes, type VisitedObject, visitObjects } from '../content/visit-objects.ts';
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

const objectsMax = 20_000;
/** Distance between the edges of strips of one image, in points. */
const stripDistance = 0.5;

/** Lists the pictures of a page in the order of its content, including those inside forms, without those outside of it. */
export function listPictures(
  pdfium: Pdfium,
  page: number,
  { width, height, toDisplayed }: PageSpace,
  scratch: Scratch,
): ListedPicture[] {
  const pictures: ListedPicture[] = [];
  const visit = ({ object, type, readMatrix }: VisitedObject): boolean => {
    const picture = type === objectTypes.image ? readImage(pdfium, object, readMatrix(), scratch) : undefined;
    if (picture !== undefined) pictures.push(picture);
    return true;
  };
  visitObjects(pdfium, page, { outer: toDisplayed, objectsMax, address: scratch.address, visit });
  return joinStrips(pictures).flatMap((picture) => {
    const box = clip(picture.box, width, height);
    return box === undefined ? [] : [{ ...picture, box }];
  });
}

/** @returns undefined for an image without pixels */
function readImage(
  { functions }: Pdfium,
  object: number,
  matrix: Matrix,
  scratch: Scratch,
): ListedPicture | undefined {
  const { address } = scratch;
  if (!functions.FPDFImageObj_GetImagePixelSize(object, address, address + 4)) return undefined;
  const [width, height] = [scratch.integer(0), scratch.integer(1)];
  const box = boxOf(matrix);
  if (!(width > 0 && height > 0) || !Object.values(box).every(Number.isFinite)) return undefined;
  const part = { object, width, height, direction: directionOf(matrix) };
  return { box, parts: [part], markedContentId: functions.FPDFPageObj_GetMarkedContentID(object) };
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
