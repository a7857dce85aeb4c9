/** The value of a setting is invalid. The message completes "<name>: " and does not contain secrets. */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError';
}
