import { ImageError } from './image/image-error.ts';

/** The versions of the peer dependencies in package.json. */
const versions = { 'onnxruntime-node': '1.30.0', sharp: '0.35.5', '@embedpdf/pdfium': '2.15.1' } as const;

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
    return await load();
  } catch (cause) {
    const isMissing = isMissingPackage(cause, name);
    const problem = isMissing
      ? 'which is not installed'
      : `which cannot be loaded on ${process.platform} ${process.arch}`;
    const command = `npm install --include=optional ${name}@${versions[name]}`;
    throw new ImageError(
      'unavailable',
      `${purpose} needs the package ${name}, ${problem}. An operator can install it: ${command}`,
      { cause },
    );
  }
}

/** Whether the package itself was not found, rather than something that it imports. */
const isMissingPackage = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${name}'`);

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
