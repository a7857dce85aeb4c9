import sharp from 'sharp';

/** An image in memory: three channels of 8 bits, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel. */
  readonly data: Uint8Array;
}

/** Decodes an image file. Transparent parts become white. */
export async function decodeRaster(bytes: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Opens a raster with sharp, for filters and encoding. */
export function openRaster({ data, width, height }: Raster) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}
