/** Wrong use of the command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
