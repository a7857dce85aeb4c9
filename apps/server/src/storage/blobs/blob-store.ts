import type { Readable } from 'node:stream';

/**
 * Bytes by the SHA-256 of their content: what was stored under a digest never changes. Implemented by a folder and by
 * PostgreSQL; a bucket needs the same three methods.
 */
export interface BlobStore {
  /** Takes over a staged blob. Resolves when it is durable and can be opened on every node. */
  add(staged: StagedBlob): Promise<void>;
  /** A blob to read; undefined when there is none of this digest. */
  open(digest: string): Promise<OpenBlob | undefined>;
  /** Removes blobs; digests without a blob are ignored. */
  remove(digests: readonly string[]): Promise<void>;
}

export interface BlobInfo {
  /** SHA-256 of the content, hex. */
  readonly digest: string;
  /** Bytes of the content. */
  readonly size: number;
  /** Bytes in the store, compressed. */
  readonly storedSize: number;
}

/** A blob in a temporary file on this node, compressed and synced, which is either added to a store or discarded. */
export interface StagedBlob extends BlobInfo {
  readonly path: string;
}

export interface OpenBlob {
  /** Bytes of the content. */
  readonly size: number;
  /** Bytes in the store: the length of the stream. */
  readonly storedSize: number;
  /**
   * The content as one gzip member (RFC 1952), read with backpressure, about 64 KiB at a time. To be called once;
   * destroying the stream closes the blob.
   */
  stream(): Readable;
  /** Closes a blob whose stream is not wanted. */
  close(): Promise<void>;
}
