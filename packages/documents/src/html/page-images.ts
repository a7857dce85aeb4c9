import type { PageImages } from '@quern/content/html/read-html-blocks';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';
import type { PicturePlacement } from '../pictures/picture-collector.ts';

/** Collects an image that is a file of the document. @returns its address; '' if it is not collected */
export type CollectImageFile = (source: string, placement: PicturePlacement) => string;

/** Characters of base64, or percent-encoded ones, for a byte. */
const [base64Ratio, percentRatio] = [4 / 3, 3];

/**
 * Collects the images of a page that have no address for readers: those that are data URLs (RFC 2397), and those that are
 * files of the document. Others are counted.
 */
export function pageImages(pictures: DocumentPictures, collectFile?: CollectImageFile): PageImages {
  const collect = (source: string, description: string): string => {
    if (/^data:/i.test(source))
      return pictures.collect((bytesMax) => decodeDataUrl(source, bytesMax), { description });
    return source === '' ? '' : (collectFile?.(source, { description }) ?? '');
  };
  return { collect: pictures.areCollected ? collect : undefined, omit: () => pictures.omit() };
}

function decodeDataUrl(url: string, bytesMax: number): Uint8Array | undefined {
  const [start, isBase64] = /^data:[^,]{0,200}?(;base64)?,/i.exec(url) ?? [];
  if (start === undefined) return undefined;
  const isTooLong = url.length - start.length > bytesMax * (isBase64 ? base64Ratio : percentRatio) + 4;
  if (isTooLong) throw new DocumentError('too_complex', `A picture has more than ${bytesMax} bytes.`);
  const data = url.slice(start.length);
  if (!isBase64) return decodePercent(data);
  return Buffer.from(
    data.includes('%') ? Buffer.from(decodePercent(data)).toString('latin1') : data,
    'base64',
  );
}

/** Decodes the bytes of a URL; a percent sign without two digits after it stays (https://url.spec.whatwg.org/#percent-decode). */
function decodePercent(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const digits = bytes[at] === 0x25 ? bytes.toString('latin1', at + 1, at + 3) : '';
    const isEncoded = /^[\da-f]{2}$/i.test(digits);
    bytes[length] = isEncoded ? Number.parseInt(digits, 16) : (bytes[at] ?? 0);
    length += 1;
    if (isEncoded) at += 2;
  }
  return bytes.subarray(0, length);
}
