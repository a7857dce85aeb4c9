import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { pairKey, type RegistryFile, type RegistryModel } from './model-registry.ts';

/** A model that lies in the models' folder: paths of its files, packed (`.gz`) or not. */
export interface InstalledModel {
  readonly from: string;
  readonly to: string;
  readonly modelPath: string;
  readonly shortlistPath: string;
  readonly vocabularyPaths: readonly string[];
}

const unpack = promisify(gunzip);

/** Firefox's largest models unpack to some 60 MB. */
const fileBytesMax = 512 * 1024 * 1024;

/**
 * The models in a folder: one folder each, named `en-pt` (as they are installed) or like Mozilla's own bundles
 * (`enpt-1693087644`, the pair is in the names of the files), with the files as Mozilla names them.
 */
export async function listInstalledModels(modelsDir: string): Promise<Map<string, InstalledModel>> {
  const models = new Map<string, InstalledModel>();
  for (const folder of await foldersIn(modelsDir)) {
    const model = readFolder(join(modelsDir, folder), folder, await filesIn(join(modelsDir, folder)));
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

/** Hidden folders are models still being installed. */
async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(noneIfMissing);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(noneIfMissing);
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

/**
 * Pulls a model file by file, checks size and SHA-256 where the registry states them, and makes it visible in
 * one step, so that a half-pulled model is never seen, also by another process.
 */
export async function installModel(
  modelsDir: string,
  model: RegistryModel,
  pull: (file: RegistryFile) => Promise<Uint8Array>,
): Promise<void> {
  const folder = join(modelsDir, pairKey(model.from, model.to));
  const staging = join(modelsDir, `.installing-${randomUUID()}`);
  await mkdir(staging, { recursive: true });
  try {
    for (const [role, file] of Object.entries(model.files)) {
      const bytes = await unpackChecked(await pull(file), file);
      await writeFile(join(staging, fileName(role, file)), bytes);
    }
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was faster; its model is as good.
    if (isNodeError(error) && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')) return;
    throw error;
  }
}

/** The role leads the name where Mozilla's own would not tell it. */
function fileName(role: string, file: RegistryFile): string {
  const name = basename(file.path).replace(/\.gz$/, '');
  const prefix = {
    model: 'model.',
    lexicalShortlist: 'lex.',
    vocab: 'vocab.',
    srcVocab: 'srcvocab.',
    trgVocab: 'trgvocab.',
  }[role];
  return prefix === undefined || name.startsWith(prefix) ? name : prefix + name;
}

async function unpackChecked(packed: Uint8Array, file: RegistryFile): Promise<Uint8Array> {
  const bytes = await gunzipIfCompressed(packed);
  if (file.uncompressedSize !== undefined && bytes.length !== file.uncompressedSize) {
    throw new Error(`${file.path} has ${bytes.length} bytes instead of ${file.uncompressedSize}`);
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (file.uncompressedHash !== undefined && hash !== file.uncompressedHash) {
    throw new Error(`${file.path} has the SHA-256 ${hash} instead of ${file.uncompressedHash}`);
  }
  return bytes;
}

/** Servers may unpack on the way (`Content-Encoding`), so the bytes tell, not the name. */
export async function gunzipIfCompressed(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return unpack(bytes, { maxOutputLength: fileBytesMax });
}

function isNodeError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
