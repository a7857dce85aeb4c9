import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';
import type { ImageSet, TruthImage } from '../sets/image-sets.ts';
import { PageCamera } from './browser/page-camera.ts';
import { renderDocuments } from './documents/render-documents.ts';
import { type RenderedImage, renderedImageSchema } from './drawing/rendered-image.ts';
import { drawEmptyImages } from './empty-images.ts';
import { HeldOutSentences } from './pages/held-out-sentences.ts';
import { renderLanguagePages, renderUnknownScripts } from './pages/render-text-pages.ts';

const seed = 20_261_122;
const manifestSchema = z.array(renderedImageSchema);

/** The rendered sets, and what names them in a result. */
export interface RenderedSets {
  readonly sets: readonly ImageSet[];
  readonly seed: number;
  /** Combines the hash of other data with the content of the rendered images that were read. */
  readonly combineHash: (dataHash: string) => string;
}

/**
 * Opens the rendered sets. They are rendered into the work folder when they are missing there or the code that renders
 * them has changed.
 *
 * @param workDir folder for files that can be made again
 */
export async function openRenderedSets(workDir: string, data: DataFiles): Promise<RenderedSets> {
  const folder = join(workDir, `rendered-${sourceHash().slice(0, 16)}`);
  if (!existsSync(join(folder, 'manifest.json'))) await render(folder, data);
  const images = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const hashes = new Map<string, string>();
  const readImage = (path: string): Uint8Array => {
    const bytes = readFileSync(join(folder, path));
    hashes.set(path, createHash('sha256').update(bytes).digest('hex'));
    return bytes;
  };
  return {
    sets: groupImages(images, readImage),
    seed,
    combineHash: (dataHash) =>
      createHash('sha256')
        .update(JSON.stringify([dataHash, ...[...hashes].sort()]))
        .digest('hex'),
  };
}

function groupImages(
  images: z.infer<typeof manifestSchema>,
  readImage: (path: string) => Uint8Array,
): ImageSet[] {
  const sets = new Map<string, TruthImage[]>();
  for (const { set, name, language, text, rows } of images) {
    const image = { name, language, text, readBytes: () => readImage(join(set, name)) };
    const group = sets.get(set) ?? [];
    sets.set(set, group);
    group.push(rows === undefined ? image : { ...image, rows });
  }
  return [...sets].map(([name, group]) => ({ name, images: group }));
}

async function render(folder: string, data: DataFiles): Promise<void> {
  console.log(`rendering images into ${folder}`);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const manifest: z.infer<typeof manifestSchema> = [];
  const camera = await PageCamera.open();
  try {
    for await (const { bytes, ...image } of renderAll(camera, await HeldOutSentences.open(data))) {
      mkdirSync(join(partial, image.set), { recursive: true });
      writeFileSync(join(partial, image.set, image.name), bytes);
      manifest.push(image);
    }
  } finally {
    await camera.close();
  }
  writeFileSync(join(partial, 'manifest.json'), JSON.stringify(manifest, null, 1));
  renameSync(partial, folder);
}

async function* renderAll(camera: PageCamera, held: HeldOutSentences): AsyncGenerator<RenderedImage> {
  yield* renderLanguagePages(camera, held, seed);
  yield* renderUnknownScripts(camera, held, seed);
  yield* drawEmptyImages(seed);
  yield* renderDocuments(camera, seed);
}

/** Hash of the code that renders the images. */
function sourceHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync(join(import.meta.dirname, '**/*.{ts,js,json}')).sort())
    if (!file.endsWith('.test.ts'))
      hash.update(`${relative(import.meta.dirname, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
