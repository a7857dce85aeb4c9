import type sharp from 'sharp';

/** The libvips loaders of the supported formats. None of them opens other files or URLs; SVG is not included. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Ppm'].map(
  (name) => `VipsForeignLoad${name}`,
);

/** Loads the optional package sharp, restricted to the supported formats. @returns undefined where it is not installed */
export async function loadSharp(): Promise<typeof sharp | undefined> {
  let loaded: typeof sharp;
  try {
    ({ default: loaded } = await import('sharp'));
  } catch {
    // sharp, and its binary for each platform, are optional. Without it Tesseract decodes PNG, JPEG and BMP.
    return undefined;
  }
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: loaders });
  return loaded;
}

/** Loads sharp. @throws Error with the install command when it is not installed */
export async function requireSharp(): Promise<typeof sharp> {
  const loaded = await loadSharp();
  if (loaded !== undefined) return loaded;
  throw new Error('OCR needs the package sharp, which is not installed. Run: npm install sharp');
}
