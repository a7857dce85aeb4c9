import { fileURLToPath } from 'node:url';
import { lazy } from '@quern/runtime/caching/lazy';
import { EncoderModel } from './encoder-model.ts';

/** The folder of the bundled model. */
export const bundledModelDir = fileURLToPath(new URL('./model/', import.meta.url));

/**
 * Opens the bundled model, once per thread. Later calls return the same model, so leave it open. A failed call is retried
 * by the next one.
 *
 * @throws Error when a model file is damaged
 */
export const loadEncoder: () => Promise<EncoderModel> = lazy(() => EncoderModel.open(bundledModelDir));
