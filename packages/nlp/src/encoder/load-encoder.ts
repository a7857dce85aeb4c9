import { fileURLToPath } from 'node:url';
import { EncoderModel } from './encoder-model.ts';

/** The folder of the bundled model. */
export const bundledModelDir = fileURLToPath(new URL('./model/', import.meta.url));

let bundled: Promise<EncoderModel> | undefined;

/**
 * Opens the bundled model, once per thread. Later calls return the same model; a failed call is retried.
 *
 * @throws Error when a model file is damaged
 */
export function loadEncoder(): Promise<EncoderModel> {
  if (bundled === undefined) {
    bundled = EncoderModel.open(bundledModelDir);
    bundled.catch(() => {
      bundled = undefined;
    });
  }
  return bundled;
}
