import type { Libheif } from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import { loadOptional } from '../optional-packages.ts';
import { ImageError } from './image-error.ts';
import { tooLargeError } from './image-errors.ts';

/** Pixels with four channels. */
export interface RgbaImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Rows of pixels, each of which may be followed by unused bytes. */
interface PixelRows extends RgbaImage {
  /** Bytes from the beginning of a row to the next one. */
  readonly stride: number;
}

/** The largest photos of phones have 48 million pixels; each takes some 10 bytes while it is decoded. */
export const heicPixelsMax = 50_000_000;

/**
 * Decodes a HEIC image with libheif, turned as it is displayed. It takes a second for 10 million pixels without a pause,
 * so it belongs in a worker thread.
 *
 * @throws ImageError `too_large` before pixels are decoded, `unreadable`, or `unavailable` without libheif-js
 */
export async function decodeHeic(bytes: Uint8Array, pixelsMax: number): Promise<RgbaImage> {
  const { default: createLibheif } = await loadOptional(
    'libheif-js',
    'Decoding HEIC',
    () => import('libheif-js/libheif-wasm/libheif-bundle.mjs'),
  );
  // A new instance, since the memory of WebAssembly never shrinks.
  const libheif = createLibheif();
  return attempt(() => decode(libheif, bytes, Math.min(pixelsMax, heicPixelsMax)));
}

function decode(libheif: Libheif, bytes: Uint8Array, pixelsMax: number): RgbaImage {
  const context = libheif.heif_context_alloc();
  const { code } = libheif.heif_context_read_from_memory(context, bytes);
  if (code !== libheif.heif_error_code.heif_error_Ok) throw damaged();
  const handle = libheif.heif_js_context_get_primary_image_handle(context);
  if (!handle || handle.code !== undefined) throw damaged();
  const width = libheif.heif_image_handle_get_width(handle);
  const height = libheif.heif_image_handle_get_height(handle);
  if (width * height > pixelsMax) throw tooLargeError(width, height, pixelsMax);
  const { heif_colorspace, heif_chroma } = libheif;
  const decoded = libheif.heif_js_decode_image2(
    handle,
    heif_colorspace.heif_colorspace_RGB,
    heif_chroma.heif_chroma_interleaved_RGBA,
  );
  const channel = !decoded || decoded.code !== undefined ? undefined : decoded.channels[0];
  if (channel === undefined) throw damaged();
  return joinRows(channel);
}

function joinRows({ data, stride, width, height }: PixelRows): RgbaImage {
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++)
    pixels.set(data.subarray(row * stride, row * stride + width * 4), row * width * 4);
  return { data: pixels, width, height };
}

function attempt<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof ImageError ? error : damaged(error);
  }
}

function damaged(cause?: unknown): ImageError {
  return new ImageError('unreadable', 'The image is damaged and cannot be decoded.', { cause });
}
