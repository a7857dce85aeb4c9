import type { Pdfium } from '../pdfium/load-pdfium.ts';
import { identity, type Matrix, multiply } from './page-space.ts';

/** FPDF_PAGEOBJ_* (fpdf_edit.h). */
export const objectTypes = { text: 1, path: 2, image: 3, form: 5 };
/** Forms inside each other. */
const depthMax = 6;

/** An object of a page, or of a form on it. */
export interface VisitedObject {
  /** Handle, valid as long as the page is open. */
  readonly object: number;
  /** One of `objectTypes`, or another number. */
  readonly type: number;
  /** Reads the transformation of the object, with those of the forms around it and the outer one. */
  readonly readMatrix: () => Matrix;
}

/** Parameters of `visitObjects`. */
export interface VisitOptions {
  /** The transformation of the page. */
  readonly outer: Matrix;
  /** Objects after this number are left out. */
  readonly objectsMax: number;
  /** Address of memory for results: 6 words of 32 bits. */
  readonly address: number;
  /** Called for each object that is no form, in the order of the content. @returns false to leave the objects after it out */
  readonly visit: (object: VisitedObject) => boolean;
}

/**
 * Visits the objects of a page, including those inside forms.
 *
 * @returns whether all were visited: false if objects are left out because of their number or depth, or by `visit`
 */
export function visitObjects(pdfium: Pdfium, page: number, options: VisitOptions): boolean {
  const { functions } = pdfium;
  const visitor = new ObjectVisitor(pdfium, options);
  visitor.visitList(
    functions.FPDFPage_CountObjects(page),
    (index) => functions.FPDFPage_GetObject(page, index),
    options.outer,
    0,
  );
  return visitor.isComplete;
}

class ObjectVisitor {
  isComplete = true;
  readonly #pdfium: Pdfium;
  readonly #options: VisitOptions;
  #objects = 0;
  #isStopped = false;

  constructor(pdfium: Pdfium, options: VisitOptions) {
    this.#pdfium = pdfium;
    this.#options = options;
  }

  visitList(count: number, get: (index: number) => number, outer: Matrix, depth: number): void {
    const { functions } = this.#pdfium;
    for (let index = 0; index < count; index += 1) {
      this.#objects += 1;
      if (this.#isStopped || this.#objects > this.#options.objectsMax || depth > depthMax) {
        this.isComplete = false;
        return;
      }
      const object = get(index);
      const type = functions.FPDFPageObj_GetType(object);
      const readMatrix = () => multiply(this.#matrixOf(object), outer);
      if (type !== objectTypes.form) this.#isStopped = !this.#options.visit({ object, type, readMatrix });
      else
        this.visitList(
          functions.FPDFFormObj_CountObjects(object),
          (at) => functions.FPDFFormObj_GetObject(object, at),
          readMatrix(),
          depth + 1,
        );
    }
  }

  #matrixOf(object: number): Matrix {
    const { address } = this.#options;
    if (!this.#pdfium.functions.FPDFPageObj_GetMatrix(object, address)) return identity;
    const words = this.#pdfium.memory().slice(address, address + 6 * Float32Array.BYTES_PER_ELEMENT);
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = new Float32Array(words.buffer);
    return [a, b, c, d, e, f];
  }
}
