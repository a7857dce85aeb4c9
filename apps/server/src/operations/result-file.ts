import { z } from 'zod';

/** A file as it is returned to the client. */
export const fileSchema = z
  .object({
    url: z
      .string()
      .meta({ format: 'uri-reference' })
      .describe('Path of the file, `/v0/files/<id>`, for `GET` with a key of your account'),
    type: z.string().describe('Media type'),
    bytes: z.int().min(0).describe('Size in bytes'),
    sha256: z.string().describe('SHA-256 of the content, hex'),
    expiresAt: z
      .int()
      .min(0)
      .describe('When the file is deleted, with its result: milliseconds since 1970-01-01 UTC'),
  })
  .meta({ id: 'StoredFile', description: 'A file that is part of a result' });

/**
 * A file as the value of a field of an operation's data. The service stores it, and the client receives the field as
 * `{url, type, bytes, sha256, expiresAt}`.
 */
export class ResultFile {
  /** Proposed to who saves it, such as `scan.pdf`. */
  readonly name: string;
  /** Media type, such as `application/pdf`. */
  readonly type: string;
  readonly bytes: Uint8Array;

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }
}
