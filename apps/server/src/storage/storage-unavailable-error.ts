/** The database cannot be reached or cannot write, for example because its disk is full. Nothing was changed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}
