import type { DocumentFormat } from '../model/document-content.ts';

const namespace = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';
const rootPattern =
  /^\s*(?:<\?xml[^>]{0,500}\?>\s*|<!--[\s\S]{0,5000}?-->\s*)*<([\w.-]{1,40}):document\s([^<>]{0,20000})>/;
const mediaTypePattern =
  /:mimetype\s*=\s*["']application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?:-template|-master)?["']/;
const formats: ReadonlyMap<string, DocumentFormat> = new Map([
  ['text', 'odt'],
  ['spreadsheet', 'ods'],
  ['presentation', 'odp'],
]);

/** Detects Flat OpenDocument by the root element and its media type (OpenDocument 1.3 part 3, 3.1.2 and 19.385). */
export function flatOdfFormat(text: string): DocumentFormat | undefined {
  const attributes = rootPattern.exec(text)?.[2];
  if (attributes === undefined || !attributes.includes(namespace)) return undefined;
  return formats.get(mediaTypePattern.exec(attributes)?.[1] ?? '');
}
