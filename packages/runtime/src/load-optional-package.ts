/** An optional package that cannot be loaded; the message names the command that installs it. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
}

/** How an optional package is loaded, and its purpose. */
export interface OptionalPackageOptions<Module> {
  /** Version to install. */
  readonly version: string;
  /** The feature that needs the package, as the subject of a sentence. */
  readonly purpose: string;
  /** Imports the package. */
  readonly load: () => Promise<Module>;
}

/**
 * Loads a package that may be absent: not installed, or without a binary for this platform.
 *
 * @throws MissingPackageError
 */
export async function loadOptionalPackage<Module>(
  name: string,
  { version, purpose, load }: OptionalPackageOptions<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const problem = isNotInstalled(cause, name)
      ? 'which is not installed'
      : `which cannot be loaded on ${process.platform} ${process.arch}`;
    const command = `npm install --include=optional ${name}@${version}`;
    throw new MissingPackageError(
      `${purpose} needs the package ${name}, ${problem}. An operator can install it: ${command}`,
      { cause },
    );
  }
}

/** Whether the package itself was not found, rather than something that it imports. */
const isNotInstalled = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${name}'`);
