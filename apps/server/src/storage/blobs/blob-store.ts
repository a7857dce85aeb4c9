import type { Readable } from 'node:stream';

/**
 * Immutable blobs, addressed by the SHA-256 of their content. Implemented by a folder, by PostgreSQL and by a
 * bucket of an object store.
 */
export interface BlobStore {
  /** Takes ownership of a staged blob. Resolves when it is durable and can be opened on every node. */
  add(staged: StagedBlob): Promise<void>;
  /** Opens a blob. @returns undefined if there is none with this digest */
  open(digest: string): Promise<OpenBlob | undefined>;
  /** Removes blobs; digests without a blob are ignored. */
  remove(digests: readonly string[]): Promise<void>;
  /** Resolves if the store can be used. Absent if it depends on nothing but the database and the data folder. */
  ping?(): Promise<void>;
  /** Closes connections. */
  close?(): Promise<void>;
}

/** Digest and sizes of a blob. */
export interface BlobInfo {
  /** SHA-256 of the content, hex. */
  readonly digest: string;
  /** Size of the content in bytes. */
  readonly size: number;
  /** Compressed size in bytes. */
  readonly storedSize: number;
}

/** A blob in a temporary file on this node, compressed and synced, to be added to a store or discarded. */
export interface StagedBlob extends BlobInfo {
  readonly path: string;
}

/** Headers of a download. */
export interface BlobDownload {
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  /** The header Content-Disposition (RFC 6266). */
  readonly disposition: string;
}

/** A blob that is open for reading. */
export interface OpenBlob {
  /** Size of the content in bytes. */
  readonly size: number;
  /** Compressed size in bytes, which is the length of the stream. */
  readonly storedSize: number;
  /**
   * Returns the content as one gzip member (RFC 1952), read with backpressure. Call it once; destroying the stream
   * closes the blob.
   */
  stream(): Readable;
  /** Closes a blob whose stream was not requested. */
  close(): Promise<void>;
  /** Returns a short-lived URL of the gzip member, with `Content-Encoding: gzip`. Absent if downloads are not redirected. */
  presign?(download: BlobDownload): Promise<string>;
}
