import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pairKey } from './model-registry.ts';

/** A model in the models folder, with the paths of its files, gzipped (`.gz`) or not. */
export interface InstalledModel {
  readonly from: string;
  readonly to: string;
  readonly modelPath: string;
  readonly shortlistPath: string;
  /** One vocabulary, or one each for source and target. */
  readonly vocabularyPaths: readonly string[];
}

/** Maximum size of an unpacked file; Firefox's largest models have some 60 MB. */
export const modelFileBytesMax = 512 * 1024 * 1024;

/**
 * Lists the models in a folder, each in its own folder named `en-pt` (as they are installed) or like Mozilla's bundles
 * (`enpt-1693087644`, with the pair in the file names), with the files as Mozilla names them.
 *
 * @returns the models by `pairKey`; empty for a folder that does not exist
 */
export async function listInstalledModels(modelsDir: string): Promise<Map<string, InstalledModel>> {
  const models = new Map<string, InstalledModel>();
  for (const folder of await listFolders(modelsDir)) {
    const model = readFolder(join(modelsDir, folder), folder, await listFiles(join(modelsDir, folder)));
    if (model) models.set(pairKey(model.from, model.to), model);
  }
  return models;
}

function readFolder(path: string, folder: string, files: readonly string[]): InstalledModel | undefined {
  const find = (pattern: RegExp) => files.filter((file) => pattern.test(file)).sort();
  const [model] = find(/^model\..*\.bin(?:\.gz)?$/);
  const [shortlist] = find(/^lex\..*\.bin(?:\.gz)?$/);
  const [shared] = find(/^vocab\..*\.spm(?:\.gz)?$/);
  const [source] = find(/^srcvocab\..*\.spm(?:\.gz)?$/);
  const [target] = find(/^trgvocab\..*\.spm(?:\.gz)?$/);
  const vocabularies = source && target ? [source, target] : shared ? [shared] : [];
  if (!model || !shortlist || vocabularies.length === 0) return undefined;
  const pair =
    /^([a-z]{2,3}(?:[-_]hant)?)-([a-z]{2,3}(?:[-_]hant)?)$/i.exec(folder) ??
    /^model\.([a-z]{2})([a-z]{2})\./i.exec(model);
  const [, from, to] = pair ?? [];
  if (!from || !to) return undefined;
  return {
    from: from.replace('_', '-'),
    to: to.replace('_', '-'),
    modelPath: join(path, model),
    shortlistPath: join(path, shortlist),
    vocabularyPaths: vocabularies.map((file) => join(path, file)),
  };
}

/** Hidden folders contain models that are still being installed. */
async function listFolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(emptyIfMissing);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
}

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(emptyIfMissing);
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
}

function emptyIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
