import sharp from 'sharp';
import type { RandomSource } from '../render/drawing/random-source.ts';
import { decodeRaster, openRaster, type Raster } from '../render/drawing/raster.ts';

/** Pixels of a degraded picture: stretched ones would be larger. */
const pixelsMax = 4_000_000;

/** A way to make a picture hard to read, more so with a strength from 0 to 1. */
type Degrade = (picture: Raster, strength: number, random: RandomSource) => Promise<Raster>;

const scaled = async (
  picture: Raster,
  x: number,
  y: number,
  kernel: 'lanczos3' | 'nearest' = 'lanczos3',
): Promise<Raster> => {
  const [width, height] = [picture.width * x, picture.height * y];
  const shrink = Math.min(1, Math.sqrt(pixelsMax / (width * height)));
  const { data, info } = await openRaster(picture)
    .resize(Math.max(8, Math.round(width * shrink)), Math.max(8, Math.round(height * shrink)), {
      fit: 'fill',
      kernel,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const mapValues = (picture: Raster, change: (value: number, index: number) => number): Raster => ({
  ...picture,
  data: Uint8Array.from(picture.data, (value, index) => Math.min(255, Math.max(0, change(value, index)))),
});

const between = (strength: number, from: number, to: number): number => from * (to / from) ** strength;

async function decoded(encoded: Promise<Buffer>): Promise<Raster> {
  return decodeRaster(await encoded);
}

/** All ways to degrade a picture, by name. */
export const degradations: Readonly<Record<string, Degrade>> = {
  blurred: (picture, strength) =>
    decoded(
      openRaster(picture)
        .blur(between(strength, 1, 6))
        .png()
        .toBuffer(),
    ),
  noisy: async (picture, strength, random) =>
    mapValues(picture, (value) => value + between(strength, 20, 160) * random.normal()),
  tiny: (picture, strength) => scaled(picture, between(strength, 0.6, 0.16), between(strength, 0.6, 0.16)),
  tall: (picture, strength) => scaled(picture, 1, between(strength, 2, 9)),
  wide: (picture, strength) => scaled(picture, between(strength, 2, 9), 1),
  narrow: (picture, strength) => scaled(picture, between(strength, 0.6, 0.15), 1),
  flat: (picture, strength) => scaled(picture, 1, between(strength, 0.6, 0.2)),
  compressed: (picture, strength) =>
    decoded(
      openRaster(picture)
        .jpeg({ quality: Math.round(between(strength, 15, 1)) })
        .toBuffer(),
    ),
  pixelated: async (picture, strength) => {
    const factor = between(strength, 0.5, 0.16);
    return scaled(await scaled(picture, factor, factor), 1 / factor, 1 / factor, 'nearest');
  },
  faint: async (picture, strength, random) =>
    mapValues(picture, (value) => 200 + (value - 200) * between(strength, 0.3, 0.03) + 6 * random.normal()),
  thresholded: async (picture, strength, random) => {
    const limit = 128 + (random.chance(0.5) ? 1 : -1) * 110 * strength;
    return mapValues(picture, (value) => (value > limit ? 255 : 0));
  },
  overprinted: async (picture, strength) => {
    const shift = Math.round(between(strength, 1, 9)) * (picture.width + 1) * 3;
    return mapValues(picture, (value, index) => Math.min(value, picture.data[index - shift] ?? 255));
  },
  sheared: (picture, strength) =>
    decoded(
      openRaster(picture)
        .affine([1, between(strength, 0.3, 1.5), 0, 1], { background: '#fff' })
        .png()
        .toBuffer(),
    ),
  mirrored: (picture) => decoded(openRaster(picture).flop().png().toBuffer()),
  upsideDown: (picture, strength) =>
    decoded(
      openRaster(picture)
        .rotate(180 + 8 * (strength - 0.5), { background: '#fff' })
        .png()
        .toBuffer(),
    ),
  cut: async (picture, strength) => {
    const period = Math.round(between(strength, 40, 8));
    return mapValues(picture, (value, index) =>
      Math.floor(index / 3 / picture.width) % period < period / 4 ? 255 : value,
    );
  },
};

/** Degrades a picture file. @param strength from 0 to 1 @returns a PNG file */
export async function degradePicture(
  bytes: Uint8Array,
  degradation: string,
  strength: number,
  random: RandomSource,
): Promise<Buffer> {
  const degrade = degradations[degradation];
  if (degrade === undefined) throw new RangeError(`There is no degradation ${degradation}.`);
  const { data, width, height } = await degrade(await decodeRaster(bytes), strength, random);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
