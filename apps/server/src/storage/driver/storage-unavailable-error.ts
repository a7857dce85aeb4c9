/**
 * The database or the store of blobs cannot be reached or cannot write, for example because its disk is full. After a lost connection it
 * is unknown whether a change was made.
 */
export class StorageUnavailableError extends Error {
  override readonly name: string = 'StorageUnavailableError';

  /** Whether other requests fail in the same way until the storage is available again. */
  get isOutage(): boolean {
    return true;
  }
}
