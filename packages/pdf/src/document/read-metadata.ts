import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';

/** Information about a PDF that it contains; '' for missing properties. */
export interface PdfMetadata {
  readonly title: string;
  readonly author: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** RFC 3339. */
  readonly modifiedAt: string;
  /** BCP 47. */
  readonly language: string;
}

/** Reads the document information dictionary (ISO 32000-1, 14.3.3) and the language of the catalog. */
export function readMetadata({ functions }: Pdfium, document: number, scratch: Scratch): PdfMetadata {
  const read = (key: string): string =>
    scratch
      .text((address, length) => functions.FPDF_GetMetaText(document, key, address, length))
      .replaceAll('\0', '')
      .trim();
  const language = scratch.text((address, length) =>
    functions.FPDFCatalog_GetLanguage(document, address, length),
  );
  return {
    title: read('Title'),
    author: read('Author'),
    createdAt: toTimestamp(read('CreationDate')),
    modifiedAt: toTimestamp(read('ModDate')),
    language: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(language) ? language : '',
  };
}

/** Converts a date such as `D:20260503120000+02'00'` (ISO 32000-1, 7.9.4). @returns RFC 3339, '' for anything else */
export function toTimestamp(date: string): string {
  const match =
    /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:(Z)|([+-])(\d\d)(?:'?(\d\d))?)?/.exec(date);
  if (!match) return '';
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    ,
    sign,
    zone,
    half = '00',
  ] = match;
  const offset = sign === undefined ? 'Z' : `${sign}${zone}:${half}`;
  const timestamp = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(timestamp)) ? '' : timestamp;
}
