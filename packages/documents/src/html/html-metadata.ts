import type { DomDocument } from '@quern/content/dom/dom';
import { readPageMetadata } from '@quern/content/metadata/page-metadata';
import { readStructuredData } from '@quern/content/metadata/structured-data';
import { meaningfulTitle } from '../meaningful-title.ts';
import type { DocumentMetadata } from '../model/document-content.ts';
import { timestampOf } from '../model/timestamp.ts';

/** Reads what a page says about itself. */
export function htmlMetadata(document: DomDocument): DocumentMetadata {
  const { metadata } = readPageMetadata(document, readStructuredData(document), '');
  return {
    title: meaningfulTitle(metadata.title),
    author: metadata.author,
    createdAt: timestampOf(metadata.publishedTime),
    modifiedAt: timestampOf(metadata.modifiedTime),
    language: metadata.language,
  };
}
