import { attributeOf, type DomDocument, domText, findElementsByTag } from '@quern/content/dom/dom';
import { meaningfulTitle } from '../meaningful-title.ts';
import type { DocumentMetadata } from '../model/document-content.ts';

const textLengthMax = 1000;

/** Reads what a page says about itself in its head. */
export function htmlMetadata(document: DomDocument): DocumentMetadata {
  const values = new Map<string, string>();
  for (const meta of findElementsByTag(document, 'meta')) {
    const names = ['name', 'property', 'http-equiv'].map((name) => attributeOf(meta, name));
    const key = (names.find((name) => name !== '') ?? '').toLowerCase();
    const content = attributeOf(meta, 'content').replace(/\s+/g, ' ').trim().slice(0, textLengthMax);
    if (key !== '' && content !== '' && !values.has(key)) values.set(key, content);
  }
  const first = (...names: string[]) =>
    names.map((name) => values.get(name) ?? '').find((value) => value) ?? '';
  const [title] = findElementsByTag(document, 'title');
  const stated = title ? domText(title).replace(/\s+/g, ' ').trim().slice(0, textLengthMax) : '';
  const language = (document.attributes['lang'] ?? document.attributes['xml:lang'] ?? '').trim();
  return {
    title: meaningfulTitle(stated || first('og:title', 'dc.title', 'dcterms.title')),
    author: first('author', 'article:author', 'dc.creator', 'dcterms.creator'),
    createdAt: timestampOf(first('article:published_time', 'dcterms.date', 'dc.date', 'date', 'created')),
    modifiedAt: timestampOf(first('article:modified_time', 'dcterms.modified', 'last-modified', 'changed')),
    language: language || first('content-language', 'dc.language', 'dcterms.language').replace('_', '-'),
  };
}

/** @returns '' for other texts than ISO 8601 dates, with or without time */
export function timestampOf(text: string): string {
  const match =
    /^(\d{4})(?:-?(\d\d))?(?:-?(\d\d))?(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)[\d.]*\s*(Z|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim(),
    );
  if (!match) return '';
  const [, year = '', month = '01', day = '01', clock = '00:00:00', zone = 'Z'] = match;
  const time = Date.parse(`${year}-${month}-${day}T${clock}${zone}`);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().replace('.000Z', 'Z');
}
