import type sharp from 'sharp';
import { loadOptional } from '../optional-packages.ts';

/** The libvips loaders of the supported formats. None of them opens other files or URLs; SVG is not included. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Ppm'].map(
  (name) => `VipsForeignLoad${name}`,
);

/** Loads the optional package sharp, restricted to the supported formats. @throws ImageError `unavailable` */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await loadOptional('sharp', 'OCR', () => import('sharp'));
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: loaders });
  return loaded;
}
