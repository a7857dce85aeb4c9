import { identity, type Matrix } from '../content/page-space.ts';
import { objectTypes, type VisitedObject, visitObjects } from '../content/visit-objects.ts';
import type { Pdfium } from '../pdfium/load-pdfium.ts';

/** An image on a page. */
export interface PlacedImage {
  /** Pixels of the image. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the image per point of the page, in the direction in which they are denser. */
  readonly pixelsPerPoint: number;
  /** Area that the image takes on the page, as a share of the page. */
  readonly share: number;
}

/** The parts of a page that determine its resolution. */
export interface PageContent {
  readonly images: readonly PlacedImage[];
  /** Whether the page has visible text or drawings, or too many objects to look at. */
  readonly hasDrawings: boolean;
}

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** FPDF_TEXTRENDERMODE_INVISIBLE: the text layer of a scan. */
const invisibleText = 3;
const objectsMax = 5000;

/** Lists the images of a page, including those inside forms. */
export function readPageContent(pdfium: Pdfium, page: number): PageContent {
  const address = pdfium.allocate(6 * Float32Array.BYTES_PER_ELEMENT);
  const reader = new ContentReader(pdfium, page, address);
  const visit = (object: VisitedObject): boolean => {
    reader.read(object);
    return true;
  };
  const isComplete = visitObjects(pdfium, page, { outer: identity, objectsMax, address, visit });
  reader.hasDrawings ||= !isComplete;
  pdfium.free(address);
  return reader;
}

class ContentReader implements PageContent {
  readonly images: PlacedImage[] = [];
  hasDrawings = false;
  readonly #pdfium: Pdfium;
  readonly #scratch: number;
  readonly #pageBox: Box;

  /** @param scratch address of memory for results: 6 words of 32 bits */
  constructor(pdfium: Pdfium, page: number, scratch: number) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
    pdfium.functions.FPDF_GetPageBoundingBox(page, this.#scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#readFloats(4);
    this.#pageBox = [left, bottom, right, top];
  }

  read({ object, type, readMatrix }: VisitedObject): void {
    const { functions } = this.#pdfium;
    if (type === objectTypes.image) this.#addImage(object, readMatrix());
    else {
      const isInvisible =
        type === objectTypes.text && functions.FPDFTextObj_GetTextRenderMode(object) === invisibleText;
      this.hasDrawings ||= !isInvisible;
    }
  }

  #addImage(object: number, matrix: Matrix): void {
    if (!this.#pdfium.functions.FPDFImageObj_GetImagePixelSize(object, this.#scratch, this.#scratch + 4))
      return;
    const [width = 0, height = 0] = new Uint32Array(this.#copy(2));
    const [a, b, c, d] = matrix;
    const pixelsPerPoint = Math.max(width / Math.hypot(a, b), height / Math.hypot(c, d));
    if (!(width > 0 && height > 0 && Number.isFinite(pixelsPerPoint))) return;
    this.images.push({ width, height, pixelsPerPoint, share: this.#shareOf(matrix) });
  }

  /** The part of the page that the unit square takes: its bounding box, inside the page. */
  #shareOf([a, b, c, d, e, f]: Matrix): number {
    const [left, bottom, right, top] = this.#pageBox;
    const [xs, ys] = [
      [e, e + a, e + c, e + a + c],
      [f, f + b, f + d, f + b + d],
    ];
    const width = Math.min(right, Math.max(...xs)) - Math.max(left, Math.min(...xs));
    const height = Math.min(top, Math.max(...ys)) - Math.max(bottom, Math.min(...ys));
    return width > 0 && height > 0 ? (width * height) / ((right - left) * (top - bottom)) : 0;
  }

  #readFloats(count: number): Float32Array {
    return new Float32Array(this.#copy(count));
  }

  /** The first words (32 bits) of the scratch memory. */
  #copy(words: number): ArrayBuffer {
    return new Uint8Array(this.#pdfium.memory().subarray(this.#scratch, this.#scratch + 4 * words)).buffer;
  }
}
