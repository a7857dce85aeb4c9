import { EngineError } from '@quern/runtime/engine-error';

const codes = [
  'unsupported',
  'unreadable',
  'encrypted',
  'too_large',
  'invalid_pages',
  'unavailable',
] as const;

/**
 * Why an image could not be read. `unsupported`: not an image, or of an unsupported format; `unreadable`: damaged,
 * truncated or empty; `encrypted`: a PDF that needs a password; `too_large`: more pixels or pages than the limit, or more time to decode or read than allowed;
 * `invalid_pages`: a selection of pages that the file does not have; `unavailable`: a package that OCR needs cannot be
 * loaded, whatever the image.
 */
export type ImageErrorCode = (typeof codes)[number];

/** Whether a code is one of an ImageError. */
export function isImageErrorCode(code: string): code is ImageErrorCode {
  return (codes as readonly string[]).includes(code);
}

/** An image that cannot be read. */
export class ImageError extends EngineError<'image', ImageErrorCode> {
  override readonly name = 'ImageError';

  constructor(code: ImageErrorCode, message: string, options?: ErrorOptions) {
    super('image', code, message, options);
  }
}
