import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';

/** An entry of the outline. */
export interface PdfBookmark {
  readonly title: string;
  /** 1 for the outermost entries. */
  readonly level: number;
  /** Index of the page to which it leads; -1 if unknown. */
  readonly pageIndex: number;
}

const bookmarksMax = 5000;
const levelMax = 16;

/** Reads the outline (ISO 32000-1, 12.3.3), at most 5,000 entries. */
export function readBookmarks({ functions }: Pdfium, document: number, scratch: Scratch): PdfBookmark[] {
  const bookmarks: PdfBookmark[] = [];
  const known = new Set<number>();
  const visit = (first: number, level: number): void => {
    for (let entry = first; entry !== 0; entry = functions.FPDFBookmark_GetNextSibling(document, entry)) {
      // An outline may be a circle.
      if (known.has(entry) || known.size >= bookmarksMax) return;
      known.add(entry);
      const title = scratch.text((address, length) =>
        functions.FPDFBookmark_GetTitle(entry, address, length),
      );
      const target = functions.FPDFBookmark_GetDest(document, entry);
      const pageIndex = target === 0 ? -1 : functions.FPDFDest_GetDestPageIndex(document, target);
      bookmarks.push({ title: title.replace(/\s+/g, ' ').trim(), level, pageIndex });
      if (level < levelMax) visit(functions.FPDFBookmark_GetFirstChild(document, entry), level + 1);
    }
  };
  visit(functions.FPDFBookmark_GetFirstChild(document, 0), 1);
  return bookmarks;
}
