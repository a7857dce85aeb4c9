import { isRecord } from '@quern/runtime/is-record';

/** A file of a model. The fields are those of Mozilla's registry. */
export interface RegistryFile {
  /** Relative to the base URL of the registry. */
  readonly path: string;
  /** Size in bytes after unpacking. */
  readonly uncompressedSize?: number;
  /** SHA-256 in lowercase hexadecimal, after unpacking. */
  readonly uncompressedHash?: string;
}

/** A published model. */
export interface RegistryModel {
  readonly from: string;
  readonly to: string;
  readonly architecture: string;
  /** By the role that the registry gives them: `model`, `lexicalShortlist`, `vocab` or `srcVocab` and `trgVocab`. */
  readonly files: Readonly<Record<string, RegistryFile>>;
}

/** The published models. */
export interface ModelRegistry {
  readonly baseUrl: string;
  /** The best model of each pair, by `pairKey`. */
  readonly models: ReadonlyMap<string, RegistryModel>;
}

/** Architectures in Firefox's order of preference, best last. */
const architectures = ['tiny', 'base', 'base-memory'];

/** The key of a language pair, such as `en-pt`, for any spelling of its tags. */
export function pairKey(from: string, to: string): string {
  return `${from}-${to}`.replaceAll('_', '-').toLowerCase();
}

/**
 * Parses Mozilla's `models.json`: `{ baseUrl, models: { "en-pt": [{ architecture, releaseStatus, sourceLanguage,
 * targetLanguage, files: { model, lexicalShortlist, vocab | srcVocab, trgVocab } }] } }`, and keeps the best
 * model of each pair. Invalid entries are skipped.
 *
 * @throws Error when the value is not a registry
 */
export function parseModelRegistry(json: unknown): ModelRegistry {
  if (!isRecord(json) || !isRecord(json['models'])) throw new Error('models.json has no "models".');
  const models = new Map<string, RegistryModel>();
  for (const [pair, entries] of Object.entries(json['models'])) {
    const list = Array.isArray(entries) ? entries : [entries];
    const ranked = list.filter(isRecord).sort((left, right) => rankOf(right) - rankOf(left));
    const model = ranked.map((entry) => readModel(pair, entry)).find((candidate) => candidate !== undefined);
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
  // `zh-hant-en` has two hyphens; one side is always English.
  const sides = /^(?:(.+)-(en)|(en)-(.+)|(\w+)-(\w+))$/i.exec(pair)?.slice(1) ?? [];
  return sides.filter((side) => side !== undefined);
}

function readFile(file: unknown): RegistryFile | undefined {
  if (!isRecord(file) || typeof file['path'] !== 'string') return undefined;
  const { path, uncompressedSize, uncompressedHash } = file;
  // The path is appended to a URL and its file name to a folder; it must not lead out of either.
  if (path.includes('..') || path.includes('\\') || path.includes('://')) return undefined;
  return {
    path,
    ...(typeof uncompressedSize === 'number' && { uncompressedSize }),
    ...(typeof uncompressedHash === 'string' && { uncompressedHash: uncompressedHash.toLowerCase() }),
  };
}
