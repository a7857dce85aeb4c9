import { addNoise } from '../drawing/degrade-image.ts';
import type { RandomSource } from '../drawing/random-source.ts';
import { decodeRaster, openRaster, type Raster } from '../drawing/raster.ts';
import { type Field, smoothField, woodGrain } from '../drawing/smooth-field.ts';
import { PhotoGeometry, type PhotoPose } from './photo-geometry.ts';

type Color = readonly [red: number, green: number, blue: number];

const desks: readonly Color[] = [
  [150, 108, 70],
  [92, 64, 44],
  [196, 176, 150],
  [70, 74, 80],
  [205, 208, 210],
];

/** Draws the position of the camera: tilt of 3 to 15°, perspective and curl. */
export function drawPose(random: RandomSource, longSide: number): PhotoPose {
  return {
    tiltDegrees: random.sign() * random.number(3, 15),
    pitchDegrees: random.sign() * random.number(3, 16),
    yawDegrees: random.sign() * random.number(2, 12),
    curl: random.sign() * random.number(0.002, 0.012),
    curlWaves: random.number(0.8, 1.6),
    margin: random.number(0.02, 0.07),
    longSide,
  };
}

/** Uneven light: a gradient, the soft shadow of a hand or phone, and its color. */
function drawLight(random: RandomSource, { width, height }: PhotoGeometry): { field: Field; color: Color } {
  const angle = random.number(0, 2 * Math.PI);
  const gradient = random.number(0.08, 0.28);
  const size = Math.hypot(width, height);
  const shadowAngle = random.number(0, 2 * Math.PI);
  const shadow = random.chance(0.7) ? random.number(0.12, 0.38) : 0;
  const edge = random.number(-0.25, 0.25);
  const softness = random.number(0.02, 0.08);
  const along = (x: number, y: number, direction: number) =>
    ((x - width / 2) * Math.cos(direction) + (y - height / 2) * Math.sin(direction)) / size;
  const field: Field = (x, y) => {
    const darkness = 1 / (1 + Math.exp((edge - along(x, y, shadowAngle)) / softness));
    return (1 - gradient * (along(x, y, angle) + 0.5)) * (1 - shadow * darkness);
  };
  const warmth = random.number(-0.06, 0.1);
  return { field, color: [1 + warmth / 2, 1, 1 - warmth] };
}

/** Bilinear interpolation of one channel of a raster, at a position in pixels within it. */
function sample({ data, width, height }: Raster, x: number, y: number, channel: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const [shareX, shareY] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const index = 3 * (top * width + left) + channel;
  const below = index + 3 * width;
  const upper = (data[index] ?? 0) * (1 - shareX) + (data[index + 3] ?? 0) * shareX;
  const lower = (data[below] ?? 0) * (1 - shareX) + (data[below + 3] ?? 0) * shareX;
  return upper * (1 - shareY) + lower * shareY;
}

/** Projects a sheet onto a desk, with light and the shading of the curl. */
function project(sheet: Raster, geometry: PhotoGeometry, random: RandomSource): Raster {
  const { width, height } = geometry;
  const { field, color } = drawLight(random, geometry);
  const desk = random.pick(desks);
  const grain = woodGrain(random);
  const paper = smoothField(random, 5, 300);
  const shading = random.number(0.02, 0.08);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = geometry.toSheet(x + 0.5, y + 0.5);
      const isSheet = u >= 0 && u <= 1 && v >= 0 && v <= 1;
      const outside = Math.max(-u, u - 1, -v, v - 1);
      const light = field(x, y) * (isSheet ? 0.97 + shading * geometry.slopeAt(u) + 0.01 * paper(x, y) : 0.9);
      // The sheet throws a narrow shadow.
      const contact = isSheet ? 1 : 1 - 0.35 * Math.max(0, 1 - outside / 0.012);
      const streak = isSheet ? 0 : 10 * grain(x, y);
      for (let channel = 0; channel < 3; channel++) {
        const value = isSheet
          ? sample(sheet, u * sheet.width - 0.5, v * sheet.height - 0.5, channel)
          : (desk[channel] ?? 0) + streak;
        data[3 * (y * width + x) + channel] = Math.min(
          255,
          Math.max(0, value * light * contact * (color[channel] ?? 1)),
        );
      }
    }
  return { width, height, data };
}

/**
 * Simulates a photo of a sheet of paper with a phone: tilt, perspective, curl, a desk, uneven light with a shadow, blur, noise
 * and compression as JPEG.
 *
 * @param sheet the rendered sheet
 * @param longSide pixels of the longer side of the photo
 */
export async function simulatePhoto(
  sheet: Uint8Array,
  longSide: number,
  random: RandomSource,
): Promise<Buffer> {
  const raster = await decodeRaster(sheet);
  const geometry = new PhotoGeometry(raster.width / raster.height, drawPose(random, longSide));
  const projected = project(raster, geometry, random);
  const blurred = await openRaster(projected).blur(random.number(0.5, 1)).toBuffer();
  const noisy = addNoise({ ...projected, data: blurred }, random.number(2, 6), random);
  return openRaster(noisy)
    .jpeg({ quality: random.integer(70, 90) })
    .toBuffer();
}
