/**
 * Why an image could not be read: `unsupported` (not an image, or a format that is not taken), `unreadable`
 * (damaged, cut off, empty) or `too_large` (more pixels than the limit).
 */
export type ImageErrorCode = 'unsupported' | 'unreadable' | 'too_large';

export class ImageError extends Error {
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageError';
    this.code = code;
  }
}
