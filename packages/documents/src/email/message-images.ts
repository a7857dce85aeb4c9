import type { PageImages } from '@quern/content/html/read-html-blocks';
import { DocumentError } from '../errors/document-error.ts';
import { pageImages } from '../html/page-images.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { PictureCollector } from '../pictures/picture-collector.ts';

/**
 * Collects the pictures that the HTML of a message displays (RFC 2392).
 *
 * @param files the parts of the message by their content ids, without angle brackets
 * @returns undefined if pictures are not collected
 */
export function messageImages(
  collector: PictureCollector | undefined,
  files: ReadonlyMap<string, Uint8Array>,
): PageImages | undefined {
  if (collector === undefined) return undefined;
  const pictures = new DocumentPictures(collector);
  return pageImages(pictures, (source, placement) => {
    const id = /^cid:(.*)$/is.exec(source.trim())?.[1];
    if (id === undefined) return '';
    const bytes = files.get(id) ?? files.get(decode(id));
    return pictures.collect((bytesMax) => withinLimit(bytes, bytesMax), placement, id);
  });
}

/** @returns a content id without its angle brackets */
export function contentIdOf(text: string): string {
  return text.trim().replace(/^<|>$/g, '');
}

function withinLimit(bytes: Uint8Array | undefined, bytesMax: number): Uint8Array | undefined {
  if (bytes !== undefined && bytes.length > bytesMax)
    throw new DocumentError('too_complex', `A picture has more than ${bytesMax} bytes.`);
  return bytes;
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    // It is not percent-encoded, so it is the id itself.
    return id;
  }
}
