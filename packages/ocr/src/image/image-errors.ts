import { ImageError } from './image-error.ts';

/** The error for an image with more pixels than the limit. */
export function tooLargeError(width: number, height: number, pixelsMax: number): ImageError {
  return new ImageError(
    'too_large',
    `The image has ${width} × ${height} pixels; the limit is ${pixelsMax} in total.`,
  );
}

/** Converts an error of libvips. Its message is kept as the cause, since it may name internals of the server. */
export function toImageError(error: unknown, pixelsMax: number): ImageError {
  if (error instanceof ImageError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (/exceeds pixel limit/i.test(reason)) {
    return new ImageError('too_large', `The image has more than ${pixelsMax} pixels.`, { cause: error });
  }
  if (/timeout/i.test(reason)) {
    return new ImageError('too_large', 'The image takes too long to decode.', { cause: error });
  }
  if (/unsupported image format|not (known to be )?support|operation is blocked/i.test(reason)) {
    return new ImageError('unsupported', 'The image is in a format or variant that cannot be decoded.', {
      cause: error,
    });
  }
  return new ImageError('unreadable', 'The image is damaged and cannot be decoded.', { cause: error });
}
