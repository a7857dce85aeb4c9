import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { type Matrix, type PageBox, transformBox } from './page-space.ts';

/** An area of a page that leads to an address. */
export interface PageLink extends PageBox {
  /** URL; '' for a link to a place in the document. */
  readonly url: string;
}

/** PDFACTION_URI (fpdf_doc.h). */
const uriAction = 3;
const linksMax = 5000;

/** Reads the link annotations of a page. */
export function readLinks(
  { functions }: Pdfium,
  document: number,
  page: number,
  toDisplayed: Matrix,
  scratch: Scratch,
): PageLink[] {
  const links: PageLink[] = [];
  scratch.setInteger(0, 0);
  const { address } = scratch;
  let position = 0;
  while (links.length < linksMax) {
    scratch.setInteger(0, position);
    if (!functions.FPDFLink_Enumerate(page, address, address + 4)) break;
    position = scratch.integer(0);
    const link = scratch.integer(1);
    if (!functions.FPDFLink_GetAnnotRect(link, address)) continue;
    const [left, top, right, bottom] = [0, 1, 2, 3].map((at) => scratch.float(at));
    const box = transformBox(toDisplayed, left ?? 0, bottom ?? 0, right ?? 0, top ?? 0);
    const action = functions.FPDFLink_GetAction(link);
    const isUri = action !== 0 && functions.FPDFAction_GetType(action) === uriAction;
    const url = isUri
      ? scratch.text((at, length) => functions.FPDFAction_GetURIPath(document, action, at, length), 'utf8')
      : '';
    links.push({ ...box, url: url.trim() });
  }
  return links;
}
