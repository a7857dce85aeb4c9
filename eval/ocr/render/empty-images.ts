import { addNoise } from './drawing/degrade-image.ts';
import { RandomSource } from './drawing/random-source.ts';
import { openRaster, type Raster } from './drawing/raster.ts';
import type { RenderedImage } from './drawing/rendered-image.ts';
import { smoothField, woodGrain } from './drawing/smooth-field.ts';

type Pixel = readonly [red: number, green: number, blue: number];

function draw(width: number, height: number, pixel: (x: number, y: number) => Pixel): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(pixel(x, y).map(clamp), 3 * (y * width + x));
  return { width, height, data };
}

const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)));

/** Colored areas with soft edges, such as an unsharp photo. */
function drawScenery(random: RandomSource): Raster {
  const [red, green, blue] = [0, 1, 2].map(() => smoothField(random, 12, 120));
  const light = smoothField(random, 6, 400);
  const raster = draw(1200, 900, (x, y) => {
    const shade = 120 + 50 * light(x, y);
    return [
      shade + 45 * (red?.(x, y) ?? 0),
      shade + 35 * (green?.(x, y) ?? 0),
      shade + 30 * (blue?.(x, y) ?? 0),
    ];
  });
  return addNoise(raster, 5, random);
}

/** Wood: streaks along one direction. */
function drawWood(random: RandomSource): Raster {
  const grain = woodGrain(random);
  const raster = draw(1400, 1000, (x, y) => {
    const streak = 14 * grain(x, y);
    return [150 + streak, 108 + streak, 70 + streak];
  });
  return addNoise(raster, 4, random);
}

/** An empty sheet with uneven light. */
function drawPaper(random: RandomSource): Raster {
  const light = smoothField(random, 3, 900);
  return addNoise(
    draw(1240, 1754, (x, y) => {
      const level = 226 + 14 * light(x, y);
      return [level, level - 2, level - 8];
    }),
    3,
    random,
  );
}

/** Draws images without any text: blank pages, gradients, noise and photo-like pictures. */
export async function* drawEmptyImages(seed: number): AsyncGenerator<RenderedImage> {
  const random = new RandomSource(seed);
  const gray = (level: number): Pixel => [level, level, level];
  const rasters: readonly (readonly [name: string, raster: Raster])[] = [
    ['white', draw(1240, 1754, () => gray(255))],
    ['black', draw(800, 600, () => gray(0))],
    ['paper_1', drawPaper(random)],
    ['paper_2', drawPaper(random)],
    ['gradient_horizontal', draw(1000, 700, (x) => gray((255 * x) / 1000))],
    ['gradient_diagonal', draw(1000, 700, (x, y) => [255 - (x + y) / 8, 200 - y / 8, 120 + x / 10])],
    [
      'noise_gray',
      addNoise(
        draw(900, 900, () => gray(128)),
        60,
        random,
      ),
    ],
    [
      'noise_light',
      addNoise(
        draw(900, 900, () => gray(240)),
        20,
        random,
      ),
    ],
    ['wood', drawWood(random)],
    ['scenery_1', drawScenery(random)],
    ['scenery_2', drawScenery(random)],
    ['scenery_3', drawScenery(random)],
  ];
  for (const [name, raster] of rasters)
    yield {
      set: 'empty_images',
      name: `${name}.jpg`,
      language: 'en',
      text: '',
      bytes: await openRaster(raster).jpeg({ quality: 85 }).toBuffer(),
    };
}
