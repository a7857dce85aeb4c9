import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type sharp from 'sharp';
import { loadOptional } from '../optional-packages.ts';

/** The libvips loaders of the supported formats. None of them opens other files or URLs; SVG is not included. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Ppm'].map(
  (name) => `VipsForeignLoad${name}`,
);

/** Set once libvips is restricted in this process. Threads that are started later inherit it. */
const restricted = 'quern.ocr.libvips-restricted';

/**
 * Loads the optional package sharp, restricted to the supported formats. The restriction is state of the process, not
 * of a thread: it is set once, before threads that decode are started, because an image that is decoded while it is
 * being set would be refused.
 *
 * @throws ImageError `unavailable`
 */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await loadOptional('sharp', 'OCR', () => import('sharp'));
  if (getEnvironmentData(restricted) === true) return loaded;
  // Every image is decoded once, so operations and their pixels are not kept.
  loaded.cache(false);
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: loaders });
  setEnvironmentData(restricted, true);
  return loaded;
}
