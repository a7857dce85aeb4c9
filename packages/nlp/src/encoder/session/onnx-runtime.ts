/** The module `onnxruntime-node`. */
export type OnnxRuntime = typeof import('onnxruntime-node');

/** The version of the peer dependency in package.json. */
const peerVersion = '1.30.0';

/**
 * Imports the optional peer dependency `onnxruntime-node`.
 *
 * @throws Error with the install command when the package is not installed
 */
export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  try {
    return await import('onnxruntime-node');
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    throw new Error(
      `The encoder needs the package onnxruntime-node, an optional peer dependency of @quern/nlp that is not installed. Run: npm install onnxruntime-node@${peerVersion}`,
      { cause },
    );
  }
}

/** Whether the package itself was not found, rather than something that it imports. */
function isMissingPackage(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes("'onnxruntime-node'")
  );
}
