import { isRecord } from '@quern/runtime/is-record';
import { ServiceError } from '../../errors/service-error.ts';
import { createId } from '../../ids/create-id.ts';
import { ResultFile } from '../../operations/result-file.ts';
import type { ResultOwner } from '../../storage/result-rows.ts';
import type { ResultStore } from '../../storage/result-store.ts';

/** How the files of a result are stored. */
export interface StoreFilesOptions {
  readonly results: Pick<ResultStore, 'stage' | 'save' | 'discard'>;
  readonly owner: ResultOwner;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Called with the id of each file before it is stored, so that the caller can delete it if the request fails. */
  readonly onId: (id: string) => void;
  readonly signal: AbortSignal;
}

/** Maximum size of a file of a result, in bytes. */
export const fileBytesMax = 64 * 1024 * 1024;

/** Whether a result has files to store. */
export function hasFiles(data: Readonly<Record<string, unknown>>): boolean {
  for (const field in data) {
    const value = data[field];
    if (value instanceof ResultFile || (Array.isArray(value) && hasFile(value[0]))) return true;
  }
  return false;
}

/**
 * Stores the files among the fields of a result, and among those of the objects in its lists, and replaces each of them by
 * what the client receives. One that occurs several times is stored once.
 *
 * @throws {ServiceError} `result_too_large`
 * @throws {StorageUnavailableError} If a file cannot be stored.
 */
export async function storeFiles(
  data: Readonly<Record<string, unknown>>,
  options: StoreFilesOptions,
): Promise<Record<string, unknown>> {
  const stored: Record<string, unknown> = { ...data };
  const known = new Map<ResultFile, object>();
  const store = async (file: ResultFile): Promise<object> => {
    const description = known.get(file) ?? (await storeFile(file, options));
    known.set(file, description);
    return description;
  };
  for (const [field, value] of Object.entries(data)) {
    if (value instanceof ResultFile) stored[field] = await store(value);
    else if (Array.isArray(value) && hasFile(value[0])) stored[field] = await storeInItems(value, store);
  }
  return stored;
}

/** Whether an item of a list has a file; the items of a list have the same fields. */
function hasFile(item: unknown): boolean {
  return isRecord(item) && Object.values(item).some((value) => value instanceof ResultFile);
}

async function storeInItems(
  items: readonly unknown[],
  store: (file: ResultFile) => Promise<object>,
): Promise<unknown[]> {
  const stored: unknown[] = [];
  for (const item of items) {
    const fields: Record<string, unknown> = isRecord(item) ? { ...item } : {};
    for (const [field, value] of Object.entries(fields))
      if (value instanceof ResultFile) fields[field] = await store(value);
    stored.push(fields);
  }
  return stored;
}

async function storeFile(
  { name, type, bytes }: ResultFile,
  { results, owner, expiresAt, onId, signal }: StoreFilesOptions,
): Promise<object> {
  if (bytes.length > fileBytesMax) {
    throw new ServiceError(
      'result_too_large',
      `the file of the result has ${bytes.length} bytes; the maximum is ${fileBytesMax}. Send less at once`,
    );
  }
  const id = createId('file');
  onId(id);
  const staged = await results.stage([bytes], signal);
  try {
    await results.save(staged, owner, expiresAt, { id, file: { name, mediaType: type } });
  } catch (error) {
    await results.discard(staged);
    throw error;
  }
  return { url: `/v0/files/${id}`, type, bytes: staged.size, sha256: staged.digest, expiresAt };
}
