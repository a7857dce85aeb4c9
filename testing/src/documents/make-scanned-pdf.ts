import { assemblePdf, pdfStream } from './make-documents.ts';

/** A page that consists of one image. */
export interface ScannedPage {
  readonly jpeg: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Size of the page in points; default: one point per pixel. */
  readonly points?: { readonly width: number; readonly height: number };
  /** Clockwise rotation with which the page is displayed; default: 0. */
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Content after the image; `/F1` is Helvetica. */
  readonly content?: string;
}

/** Options of `makeScannedPdf`. */
export interface ScannedPdfOptions {
  /** Entries of the catalog, such as an action when the document is opened. */
  readonly catalog?: string;
}

/** Makes a PDF of pages that each consist of one JPEG with three channels, as scanners do. */
export function makeScannedPdf(
  pages: readonly ScannedPage[],
  { catalog = '' }: ScannedPdfOptions = {},
): Buffer {
  const first = 5;
  const kids = pages.map((_, index) => `${first + index * 3} 0 R`).join(' ');
  return assemblePdf([
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    Buffer.from('<< /Title () >>'),
    ...pages.flatMap((page, index) => pageObjects(page, first + index * 3)),
  ]);
}

/** The page (numbered `number`), its content and its image. */
function pageObjects(page: ScannedPage, number: number): Buffer[] {
  const { jpeg, width, height, points = page, rotate = 0, content = '' } = page;
  return [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points.width} ${points.height}] /Rotate ${rotate} ` +
        `/Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im ${number + 2} 0 R >> >> >>`,
    ),
    pdfStream(Buffer.from(`q ${points.width} 0 0 ${points.height} 0 0 cm /Im Do Q ${content}`), ''),
    pdfStream(
      Buffer.from(jpeg),
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        '/BitsPerComponent 8 /Filter /DCTDecode',
    ),
  ];
}
