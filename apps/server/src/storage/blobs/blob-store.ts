import type { Readable } from 'node:stream';

/**
 * Immutable blobs, addressed by the SHA-256 of their content. Implemented by a folder and by PostgreSQL; an object
 * store needs the same three methods.
 */
export interface BlobStore {
  /** Takes ownership of a staged blob. Resolves when it is durable and can be opened on every node. */
  add(staged: StagedBlob): Promise<void>;
  /** Opens a blob. @returns undefined if there is none with this digest */
  open(digest: string): Promise<OpenBlob | undefined>;
  /** Removes blobs; digests without a blob are ignored. */
  remove(digests: readonly string[]): Promise<void>;
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
}
