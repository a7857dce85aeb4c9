import { loadOptionalPackage, MissingPackageError } from '@quern/runtime/load-optional-package';
import { ImageError } from './image/image-error.ts';

/** The versions of the peer dependencies in package.json. */
const versions = { 'libheif-js': '1.23.2', 'onnxruntime-node': '1.30.0', sharp: '0.35.5' } as const;

/** A peer dependency that may be absent: not installed, or without a binary for this platform. */
export type OptionalPackage = keyof typeof versions;

/**
 * Loads an optional package.
 *
 * @param purpose what needs it, as the subject of a sentence
 * @param load imports the package
 * @throws ImageError `unavailable` with the command that installs the package
 */
export async function loadOptional<Module>(
  name: OptionalPackage,
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await loadOptionalPackage(name, { version: versions[name], purpose, load });
  } catch (error) {
    if (error instanceof MissingPackageError)
      throw new ImageError('unavailable', error.message, { cause: error });
    throw error;
  }
}

/**
 * Returns the reason of a failure in a worker thread. When it comes from `onnxruntime-node`, the package is loaded here to
 * find out whether it can be loaded at all; an error that crossed from a thread has only its text.
 */
export async function findReason(error: unknown): Promise<unknown> {
  const name = 'onnxruntime-node';
  const isOfPackage = error instanceof Error && `${error.message} ${error.stack}`.includes(name);
  if (!isOfPackage) return error;
  return loadOptional(name, 'OCR', () => import('onnxruntime-node')).then(
    () => error,
    (reason: unknown) => reason,
  );
}
