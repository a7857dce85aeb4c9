import type { BlobStore, OpenBlob, StagedBlob } from './blob-store.ts';

/**
 * A store that has replaced another one: blobs are added to the new store, and those that the earlier one still has can be opened
 * until they are removed.
 */
export class SuccessorBlobStore implements BlobStore {
  readonly #current: BlobStore;
  readonly #earlier: BlobStore;

  constructor(current: BlobStore, earlier: BlobStore) {
    this.#current = current;
    this.#earlier = earlier;
  }

  add(staged: StagedBlob): Promise<void> {
    return this.#current.add(staged);
  }

  async open(digest: string): Promise<OpenBlob | undefined> {
    return (await this.#current.open(digest)) ?? this.#earlier.open(digest);
  }

  async remove(digests: readonly string[]): Promise<void> {
    await this.#current.remove(digests);
    await this.#earlier.remove(digests);
  }

  async ping(): Promise<void> {
    await this.#current.ping?.();
  }

  async close(): Promise<void> {
    await this.#current.close?.();
    await this.#earlier.close?.();
  }
}
