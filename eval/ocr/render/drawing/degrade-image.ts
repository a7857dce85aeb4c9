import type { RandomSource } from './random-source.ts';
import { decodeRaster, openRaster, type Raster } from './raster.ts';

/** Adds normally distributed noise to each channel. @param deviation in levels of 0 to 255 */
export function addNoise(raster: Raster, deviation: number, random: RandomSource): Raster {
  const data = Uint8Array.from(raster.data);
  for (let index = 0; index < data.length; index++)
    data[index] = Math.min(255, Math.max(0, (data[index] ?? 0) + deviation * random.normal()));
  return { ...raster, data };
}

/** Compresses an image as JPEG with quality 50. */
export async function compressStrongly(png: Uint8Array): Promise<Buffer> {
  return openRaster(await decodeRaster(png))
    .jpeg({ quality: 50 })
    .toBuffer();
}

/** Blurs an image slightly and adds noise, as a camera or a scanner does. @param scale device pixels of a CSS pixel */
export async function blurWithNoise(png: Uint8Array, scale: number, random: RandomSource): Promise<Buffer> {
  const blurred = await openRaster(await decodeRaster(png))
    .blur(random.number(0.4, 0.55) * scale)
    .toBuffer({ resolveWithObject: true });
  const raster = { width: blurred.info.width, height: blurred.info.height, data: blurred.data };
  const noisy = addNoise(raster, random.number(4, 8), random);
  return openRaster(noisy).jpeg({ quality: 85 }).toBuffer();
}
