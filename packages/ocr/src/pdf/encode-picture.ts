import { sniffFileType } from '@quern/runtime/sniff-file-type';
import type { Metadata } from 'sharp';
import { decodeImage } from '../image/decode-image.ts';
import { toImageError } from '../image/image-errors.ts';
import { loadSharp } from '../image/load-sharp.ts';
import type { RgbImage } from '../image/rgb-image.ts';
import type { PdfPicture } from './write-picture-pdf.ts';

/** Pixels per inch of pictures that state none, as in CSS. */
const densityDefault = 96;
/** A picture that states the default of its format, or an implausible value, states none. */
const [densityMin, densityMax] = [73, 4800];
const pointsPerInch = 72;
/** Maximum side of a page in points (ISO 32000-1, annex C). */
const sideMax = 14_400;
/** Larger pictures that have to be decoded are reduced; an A4 page at 600 dpi has 35 million pixels. */
const decodedPixelsMax = 40_000_000;

/**
 * Encodes a picture for a PDF: the data of a JPEG as they are; other formats without loss, as far as they are not reduced.
 *
 * @param frame index of a page of a TIFF; 0 for other formats
 * @throws ImageError
 */
export async function encodePicture(
  bytes: Uint8Array,
  pixelsMax: number,
  frame: number,
): Promise<PdfPicture> {
  const metadata = await readMetadata(bytes, pixelsMax, frame);
  const jpeg = metadata && encodeJpeg(bytes, metadata);
  if (jpeg !== undefined) return jpeg;
  const { image, width, height } = await decodeImage(bytes, pixelsMax, frame, decodedPixelsMax);
  return {
    ...(await encodePixels(image)),
    page: pageSize(width, height, metadata?.density),
    orientation: 1,
  };
}

/** @returns undefined for formats that libvips does not read */
async function readMetadata(
  bytes: Uint8Array,
  pixelsMax: number,
  frame: number,
): Promise<Metadata | undefined> {
  const type = sniffFileType(bytes);
  if (type === 'bmp' || type === 'ico') return undefined;
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: pixelsMax, page: frame, pages: 1 }).metadata();
  } catch (error) {
    throw toImageError(error, pixelsMax);
  }
}

/** @returns undefined for other formats, and for colors that PDFs do not have or show differently */
function encodeJpeg(bytes: Uint8Array, metadata: Metadata): PdfPicture | undefined {
  const { format, space, channels, depth, density, orientation = 1, icc } = metadata;
  if (format !== 'jpeg' || depth !== 'uchar') return undefined;
  if (!(space === 'srgb' && channels === 3) && !(space === 'b-w' && channels === 1)) return undefined;
  const { width, height } = metadata.autoOrient;
  const isProfileOfSpace = icc?.toString('latin1', 16, 20) === (channels === 3 ? 'RGB ' : 'GRAY');
  return {
    width: metadata.width,
    height: metadata.height,
    channels,
    data: bytes,
    filter: '/Filter /DCTDecode',
    profile: isProfileOfSpace ? icc : undefined,
    page: pageSize(width, height, density),
    orientation,
  };
}

function pageSize(
  width: number,
  height: number,
  stated: number | undefined,
): { readonly width: number; readonly height: number } {
  const isPlausible = stated !== undefined && stated >= densityMin && stated <= densityMax;
  const scale = Math.min(
    pointsPerInch / (isPlausible ? stated : densityDefault),
    sideMax / Math.max(width, height),
  );
  return { width: width * scale, height: height * scale };
}

/** Encodes pixels as a PNG, whose compression PDFs share (ISO 32000-1, 7.4.4.4). */
async function encodePixels(
  image: RgbImage,
): Promise<Pick<PdfPicture, 'width' | 'height' | 'channels' | 'data' | 'filter'>> {
  const sharp = await loadSharp();
  const { width, height, data } = image;
  const channels = isGray(data) ? 1 : 3;
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .toColorspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ adaptiveFiltering: true })
    .toBuffer();
  return {
    width,
    height,
    channels,
    data: pixelDataOf(png),
    filter: `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${channels} /BitsPerComponent 8 /Columns ${width} >>`,
  };
}

function isGray(data: Uint8Array): boolean {
  for (let at = 0; at < data.length; at += 3) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  }
  return true;
}

/** Joins the chunks IDAT of a PNG (https://www.w3.org/TR/png-3/#11IDAT). */
function pixelDataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}
