/** A downloaded file that is not the one in the registry. */
export class ChecksumError extends Error {
  override readonly name = 'ChecksumError';
}
