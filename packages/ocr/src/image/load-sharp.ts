import type sharp from 'sharp';

/** The loaders of libvips for the formats that are read; none opens a file or an address, and SVG is not among them. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Ppm'].map(
  (name) => `VipsForeignLoad${name}`,
);

/** sharp, restricted to the formats that are read; undefined where its binary is not installed. */
export async function loadSharp(): Promise<typeof sharp | undefined> {
  let loaded: typeof sharp;
  try {
    ({ default: loaded } = await import('sharp'));
  } catch {
    // sharp's binary is an optional package of each platform; without it the recognizer decodes PNG, JPEG and BMP.
    return undefined;
  }
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: loaders });
  return loaded;
}
