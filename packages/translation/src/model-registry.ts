/** A file of a model: where it lies below the registry's base address, and how to know it arrived whole. */
export interface RegistryFile {
  readonly path: string;
  /** Bytes after unpacking, where stated. */
  readonly uncompressedSize?: number;
  /** SHA-256 in hexadecimal, after unpacking, where stated. */
  readonly uncompressedHash?: string;
}

/** Files by the role the registry names them by. */
export interface RegistryModel {
  readonly from: string;
  readonly to: string;
  readonly architecture: string;
  readonly files: Readonly<Record<string, RegistryFile>>;
}

export interface ModelRegistry {
  readonly baseUrl: string;
  /** The model to use for each pair, by `pairKey`. */
  readonly models: ReadonlyMap<string, RegistryModel>;
}

/** Firefox's order: what is released, then what translates best. */
const architectures = ['tiny', 'base', 'base-memory'];

/** `en-pt` for any spelling of the two tags. */
export function pairKey(from: string, to: string): string {
  return `${from}-${to}`.replaceAll('_', '-').toLowerCase();
}

/**
 * Reads Mozilla's `models.json`: `{ baseUrl, models: { "en-pt": [{ architecture, releaseStatus, sourceLanguage,
 * targetLanguage, files: { model, lexicalShortlist, vocab | srcVocab, trgVocab } }] } }`, and keeps the best
 * model of each pair. Entries it cannot read are left out.
 *
 * @throws Error when it is no registry at all
 */
export function parseModelRegistry(json: unknown): ModelRegistry {
  if (!isRecord(json) || !isRecord(json['models'])) throw new Error('models.json has no "models"');
  const models = new Map<string, RegistryModel>();
  for (const [pair, entries] of Object.entries(json['models'])) {
    const list = Array.isArray(entries) ? entries : [entries];
    const ranked = list.filter(isRecord).sort((left, right) => rankOf(right) - rankOf(left));
    const model = ranked.map((entry) => readModel(pair, entry)).find((one) => one !== undefined);
    if (model) models.set(pairKey(model.from, model.to), model);
  }
  return { baseUrl: typeof json['baseUrl'] === 'string' ? json['baseUrl'] : '', models };
}

function rankOf(entry: Readonly<Record<string, unknown>>): number {
  const isReleased =
    typeof entry['releaseStatus'] === 'string' && entry['releaseStatus'].startsWith('Release');
  return (isReleased ? 10 : 0) + architectures.indexOf(String(entry['architecture']));
}

function readModel(pair: string, entry: Readonly<Record<string, unknown>>): RegistryModel | undefined {
  const [from, to] = languagesOf(pair, entry);
  if (!from || !to || !isRecord(entry['files'])) return undefined;
  const files: Record<string, RegistryFile> = {};
  for (const [role, file] of Object.entries(entry['files'])) {
    const read = readFile(file);
    if (read) files[role] = read;
  }
  const hasVocabulary = 'vocab' in files || ('srcVocab' in files && 'trgVocab' in files);
  if (!('model' in files) || !('lexicalShortlist' in files) || !hasVocabulary) return undefined;
  return { from, to, architecture: String(entry['architecture'] ?? ''), files };
}

function languagesOf(pair: string, entry: Readonly<Record<string, unknown>>): (string | undefined)[] {
  const { sourceLanguage, targetLanguage } = entry;
  if (typeof sourceLanguage === 'string' && typeof targetLanguage === 'string') {
    return [sourceLanguage, targetLanguage];
  }
  // `zh-hant-en` has two hyphens; English is always on one side.
  const sides = /^(?:(.+)-(en)|(en)-(.+)|(\w+)-(\w+))$/i.exec(pair)?.slice(1) ?? [];
  return sides.filter((side) => side !== undefined);
}

function readFile(file: unknown): RegistryFile | undefined {
  if (!isRecord(file) || typeof file['path'] !== 'string') return undefined;
  const { path, uncompressedSize, uncompressedHash } = file;
  // A path is joined to an address and its last part to a folder; neither may climb.
  if (path.includes('..') || path.includes('\\') || path.includes('://')) return undefined;
  return {
    path,
    ...(typeof uncompressedSize === 'number' && { uncompressedSize }),
    ...(typeof uncompressedHash === 'string' && { uncompressedHash: uncompressedHash.toLowerCase() }),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
