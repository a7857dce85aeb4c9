import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { sha256OfFiles } from './sha256-of-files.ts';

/** A model that is part of the service. */
export interface BundledModel {
  /** Such as `encoder`. */
  readonly id: string;
  /** Operations that use it. */
  readonly operations: readonly string[];
  /** The first digits of the SHA-256 of its files, hex: it changes with every training. */
  readonly version: string;
  /** Size of its files. */
  readonly bytes: number;
}

/** A module next to the folder of each model. */
const sources = [
  {
    id: 'encoder',
    module: '@quern/nlp/encoder/load-encoder',
    folder: 'model',
    operations: ['extract-entities', 'sentiment'],
  },
  { id: 'ocr', module: '@quern/ocr/ocr-engine', folder: 'models', operations: ['ocr', 'convert'] },
  {
    id: 'language',
    module: '@quern/text/language/detect-language',
    folder: 'classifier/model',
    operations: ['extract-entities', 'sentiment', 'summarize', 'translate', 'scrape'],
  },
] as const;

const versionLength = 12;
const weights = new Set(['.onnx', '.bin']);

/** Describes the models that are part of the service. Their files do not change while it runs. */
export async function describeBundledModels(): Promise<BundledModel[]> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    sources.map(async ({ id, module, folder, operations }) => {
      const path = join(dirname(resolve(module)), folder);
      const names = (await readdir(path)).filter((name) => weights.has(extname(name))).sort();
      const files = names.map((name) => join(path, name));
      const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
      return {
        id,
        operations: [...operations],
        version: (await sha256OfFiles(files)).slice(0, versionLength),
        bytes: sizes.reduce((sum, size) => sum + size, 0),
      };
    }),
  );
}
