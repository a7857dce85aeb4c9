/** Maximum size of a request body, in bytes. */
export const bodyBytesMax = 16 * 1024 * 1024;

/** A file of a multipart body, in memory. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A part of a multipart/form-data body. */
export interface MultipartPart {
  readonly name: string;
  /** Undefined for a text part; empty for a file input without a selected file. */
  readonly filename?: string;
  /** Charset of a text part; `utf-8` unless the part declares another. */
  readonly charset: string;
  readonly bytes: Buffer;
}

/** Returns the size of files together. */
export const totalBytes = (files: readonly UploadedFile[] | undefined): number =>
  (files ?? []).reduce((total, { bytes }) => total + bytes.length, 0);
