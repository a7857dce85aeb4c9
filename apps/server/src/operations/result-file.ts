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
