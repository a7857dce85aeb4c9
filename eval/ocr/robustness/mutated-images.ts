import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { RandomSource } from '../render/drawing/random-source.ts';
import { encodeAs, formats } from './encode-formats.ts';
import { mutateImage, mutations } from './mutate-image.ts';

const sample = join(import.meta.dirname, '../../../packages/ocr/src/fixtures/fox.png');

/** Damages an image of two lines in each format in turn with each kind of damage in turn. */
export async function* mutatedImages(
  count: number,
  seed: number,
): AsyncGenerator<[name: string, bytes: Uint8Array]> {
  const random = new RandomSource(seed);
  const image = readFileSync(sample);
  const files = await Promise.all(formats.map((format) => encodeAs(format, image)));
  const { width, height } = await sharp(image).metadata();
  // An icon has another size than the sample.
  const sizes = formats.map((format) =>
    format === 'ico' ? ([0, Math.round((256 * height) / width)] as const) : ([width, height] as const),
  );
  for (let index = 0; index < count; index++) {
    const format = index % formats.length;
    const mutation = mutations[Math.floor(index / formats.length) % mutations.length] ?? 'bits';
    const mutated = mutateImage(files[format] ?? image, mutation, sizes[format] ?? [0, 0], random);
    yield [`${index} ${formats[format]} ${mutation}`, mutated];
  }
}
