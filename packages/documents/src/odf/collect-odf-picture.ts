import type { ZipArchive } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';
import type { PicturePlacement } from '../pictures/picture-collector.ts';
import { childOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Characters of base64 for three bytes. */
const base64Ratio = 4 / 3;

/**
 * Collects the picture of an image element: a part of the archive, or its data in base64 (OpenDocument 1.3 part 3, 10.4.4).
 *
 * @param archive undefined for a flat file
 * @returns its address; '' if it is not collected
 */
export function collectOdfPicture(
  image: XmlElement,
  placement: PicturePlacement,
  archive: ZipArchive | undefined,
  pictures: DocumentPictures,
): string {
  const data = childOf(image, 'binary-data');
  if (data !== undefined) return pictures.collect((bytesMax) => decode(textIn(data), bytesMax), placement);
  const path = (image.attributes['xlink:href'] ?? '').replace(/^\.\//, '');
  if (archive === undefined) return pictures.collect(() => undefined, placement);
  return pictures.collectPart(archive, path, placement);
}

function decode(base64: string, bytesMax: number): Uint8Array {
  if (base64.length > bytesMax * base64Ratio + 4)
    throw new DocumentError('too_complex', `A picture has more than ${bytesMax} bytes.`);
  return Buffer.from(base64, 'base64');
}
